import { endpoints } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useApi } from '../../shared/api/api-context.ts';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { isTooShort } from '../../shared/password/password-strength.ts';
import { StrengthMeter } from '../../shared/password/StrengthMeter.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Form.module.css';

const cx = classNames(styles);

export interface SetPasswordFormProps {
  readonly setPasswordToken: string;
  /** The least length of this user's password. */
  readonly minLength: number;
  readonly onDone: (password: string) => void;
}

export function SetPasswordForm({ setPasswordToken, minLength, onDone }: SetPasswordFormProps) {
  const { t } = useText();
  const api = useApi();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [asked, setAsked] = useState(false);
  const save = useMutation({
    mutationFn: async (chosen: string) => {
      await api.call(endpoints.auth.setPassword, { body: { setPasswordToken, password: chosen } });
    },
    onSuccess: (_, chosen) => onDone(chosen),
  });
  const reveal = { show: t('common.showPassword'), hide: t('common.hidePassword') };

  const fault =
    password === ''
      ? t('errors.required')
      : isTooShort(password, minLength)
        ? t('activation.strengthShort')
        : undefined;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (fault === undefined && password === repeated) save.mutate(password);
  }

  return (
    <form noValidate aria-busy={save.isPending} className={cx('form')} onSubmit={submit}>
      {save.isError ? <ErrorNotice error={save.error} /> : null}
      <TextField
        label={t('activation.newPassword')}
        type="password"
        autoComplete="new-password"
        autoFocus
        required
        maxLength={256}
        readOnly={save.isPending}
        hint={t('activation.passwordRule', { min: minLength })}
        error={asked ? fault : undefined}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        reveal={reveal}
      />
      {asked && fault ? null : <StrengthMeter password={password} minLength={minLength} />}
      <TextField
        label={t('activation.repeatPassword')}
        type="password"
        autoComplete="new-password"
        required
        maxLength={256}
        readOnly={save.isPending}
        error={asked && password !== repeated ? t('activation.passwordsDiffer') : undefined}
        value={repeated}
        onChange={(event) => setRepeated(event.target.value)}
        reveal={reveal}
      />
      <Button type="submit" variant="primary" size="large" fullWidth loading={save.isPending}>
        {t('activation.savePassword')}
      </Button>
    </form>
  );
}
