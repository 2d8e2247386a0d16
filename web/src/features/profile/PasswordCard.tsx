import { type SyntheticEvent, useState } from 'react';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { StrengthMeter } from '../../shared/password/StrengthMeter.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { notify } from '../../ui/notify.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Profile.module.css';
import { useChangePassword } from './use-account.ts';

const cx = classNames(styles);
const EMPTY = { current: '', next: '', repeated: '' };

/** Changes the user's own password. */
export function PasswordCard({ minLength }: { readonly minLength: number }) {
  const { t } = useText();
  const [typed, setTyped] = useState(EMPTY);
  const [asked, setAsked] = useState(false);
  const change = useChangePassword(() => {
    setTyped(EMPTY);
    setAsked(false);
    notify.success(t('profile.passwordChanged'));
  });
  const { current, next, repeated } = typed;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (current !== '' && next !== '' && next === repeated) {
      change.mutate({ currentPassword: current, newPassword: next });
    }
  }

  const field = (name: keyof typeof EMPTY) => ({
    type: 'password',
    required: true,
    maxLength: 256,
    readOnly: change.isPending,
    value: typed[name],
    onChange: (event: { readonly target: HTMLInputElement }) =>
      setTyped({ ...typed, [name]: event.target.value }),
    reveal: { show: t('common.showPassword'), hide: t('common.hidePassword') },
  });
  return (
    <Card title={t('profile.passwordTitle')} description={t('profile.passwordText')}>
      <form noValidate aria-busy={change.isPending} className={cx('form')} onSubmit={submit}>
        {change.isError ? <ErrorNotice error={change.error} /> : null}
        <TextField
          {...field('current')}
          label={t('profile.currentPassword')}
          autoComplete="current-password"
          error={asked && current === '' ? t('errors.required') : undefined}
        />
        <TextField
          {...field('next')}
          label={t('activation.newPassword')}
          autoComplete="new-password"
          hint={t('activation.passwordRule', { min: minLength })}
          error={asked && next === '' ? t('errors.required') : undefined}
        />
        <StrengthMeter password={next} minLength={minLength} />
        <TextField
          {...field('repeated')}
          label={t('activation.repeatPassword')}
          autoComplete="new-password"
          error={asked && next !== repeated ? t('activation.passwordsDiffer') : undefined}
        />
        <div>
          <Button type="submit" variant="primary" icon="lock-reset" loading={change.isPending}>
            {t('profile.changePassword')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
