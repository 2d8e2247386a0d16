import { type SyntheticEvent, useRef, useState } from 'react';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { StrengthMeter } from '../../shared/password/StrengthMeter.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { notify } from '../../ui/notify.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useLostFocus } from '../../ui/use-lost-focus.ts';
import styles from './Profile.module.css';
import { useChangePassword } from './use-account.ts';

const cx = classNames(styles);
const EMPTY = { current: '', next: '', repeated: '' };

export interface PasswordCardProps {
  readonly minLength: number;
}

/** Changes the user's own password; its fields appear when they are wanted. */
export function PasswordCard({ minLength }: PasswordCardProps) {
  const { t } = useText();
  const [state, setState] = useState<'unasked' | 'open' | 'closed'>('unasked');
  return (
    <Card title={t('profile.passwordTitle')} description={t('profile.passwordText')}>
      {state === 'open' ? (
        <PasswordForm minLength={minLength} onClose={() => setState('closed')} />
      ) : (
        <OpenButton key={state} wasOpen={state === 'closed'} onClick={() => setState('open')} />
      )}
    </Card>
  );
}

interface OpenButtonProps {
  /** The form had the focus, and is gone. */
  readonly wasOpen: boolean;
  readonly onClick: () => void;
}

function OpenButton({ wasOpen, onClick }: OpenButtonProps) {
  const { t } = useText();
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(button, wasOpen);
  return (
    <Button ref={button} onClick={onClick}>
      {t('profile.changePassword')}
    </Button>
  );
}

interface PasswordFormProps extends PasswordCardProps {
  readonly onClose: () => void;
}

function PasswordForm({ minLength, onClose }: PasswordFormProps) {
  const { t } = useText();
  const [typed, setTyped] = useState(EMPTY);
  const [asked, setAsked] = useState(false);
  const change = useChangePassword(() => {
    onClose();
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
    <form noValidate aria-busy={change.isPending} className={cx('form')} onSubmit={submit}>
      {change.isError ? <ErrorNotice error={change.error} /> : null}
      <TextField
        {...field('current')}
        label={t('profile.currentPassword')}
        autoComplete="current-password"
        autoFocus
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
      <div className={cx('buttons')}>
        <Button type="submit" variant="primary" loading={change.isPending}>
          {t('profile.changePassword')}
        </Button>
        <Button onClick={onClose} disabled={change.isPending}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
