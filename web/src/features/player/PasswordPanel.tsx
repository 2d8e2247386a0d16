import { ApiError, endpoints } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useApi, useSession } from '../../shared/api/api-context.ts';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './PasswordPanel.module.css';

const cx = classNames(styles);

/** Asks for the password before watching, which opens the video-access session. */
export function PasswordPanel({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const { t } = useText();
  const api = useApi();
  const { context } = useSession();
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const confirm = useMutation({
    mutationFn: () => api.call(endpoints.auth.validatePassword, { body: { password } }),
    onSuccess: onConfirmed,
    onError: (error) => {
      setPassword('');
      setAsked(false);
      field.current?.focus();
      // A 401 here keeps the user on the page (section 8), so check whether the session is still
      // alive.
      if (error instanceof ApiError && error.status === 401 && error.reason !== 'wrong_password') {
        void api.call(endpoints.auth.validate, {}).catch(() => undefined);
      }
    },
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (password !== '') confirm.mutate();
  }

  return (
    <section className={cx('panel')}>
      <div className={cx('card')}>
        <h2 className={cx('title')}>{t('player.confirmTitle')}</h2>
        <p className={cx('text')}>
          {t(
            api.session.isWatchConfirmedElsewhere()
              ? 'player.confirmElsewhereText'
              : 'player.confirmText',
          )}
        </p>
        <form noValidate aria-busy={confirm.isPending} className={cx('form')} onSubmit={submit}>
          {confirm.isError ? <ErrorNotice error={confirm.error} /> : null}
          {/* Lets a password manager find the right entry. */}
          <input
            type="text"
            autoComplete="username"
            value={context?.user.contactNumber ?? ''}
            readOnly
            hidden
          />
          <TextField
            ref={field}
            label={t('auth.password')}
            type="password"
            autoComplete="current-password"
            autoFocus
            required
            maxLength={256}
            readOnly={confirm.isPending}
            error={asked && password === '' ? t('auth.passwordRequired') : undefined}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            reveal={{ show: t('common.showPassword'), hide: t('common.hidePassword') }}
          />
          <Button
            type="submit"
            variant="primary"
            size="large"
            fullWidth
            loading={confirm.isPending}
          >
            {t('player.confirmButton')}
          </Button>
        </form>
      </div>
    </section>
  );
}
