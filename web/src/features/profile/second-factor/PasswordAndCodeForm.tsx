import { type SyntheticEvent, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './SecondFactor.module.css';

const cx = classNames(styles);

export interface PasswordAndCodeFormProps {
  readonly submitLabel: string;
  readonly tone: 'primary' | 'danger';
  /** Whether a code of the app will do as well as a recovery code. */
  readonly hasApp?: boolean;
  readonly mutation: {
    readonly mutate: (given: { password: string; code: string }) => void;
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
  };
}

/** The fields that every change of the second factor needs. */
export function PasswordAndCodeForm({
  submitLabel,
  tone,
  hasApp = true,
  mutation,
}: PasswordAndCodeFormProps) {
  const { t } = useText();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const isCode = code.trim().length >= 6;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (password !== '' && isCode) mutation.mutate({ password, code });
  }

  return (
    <form noValidate aria-busy={mutation.isPending} className={cx('form')} onSubmit={submit}>
      {mutation.isError ? <ErrorNotice error={mutation.error} /> : null}
      <TextField
        label={t('auth.password')}
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        maxLength={256}
        readOnly={mutation.isPending}
        value={password}
        error={asked && password === '' ? t('auth.passwordRequired') : undefined}
        onChange={(event) => setPassword(event.target.value)}
        reveal={{ show: t('common.showPassword'), hide: t('common.hidePassword') }}
      />
      <TextField
        label={t(hasApp ? 'secondFactor.anyCode' : 'secondFactor.recoveryCode')}
        autoComplete={hasApp ? 'one-time-code' : 'off'}
        spellCheck={false}
        required
        maxLength={64}
        readOnly={mutation.isPending}
        value={code}
        error={
          asked && !isCode
            ? t(hasApp ? 'secondFactor.anyCodeMissing' : 'secondFactor.recoveryCodeMissing')
            : undefined
        }
        onChange={(event) => setCode(event.target.value)}
      />
      <div className={cx('footer')}>
        <Button type="submit" variant={tone} loading={mutation.isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
