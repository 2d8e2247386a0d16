import { type DataOf, endpoints } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useApi } from '../../shared/api/api-context.ts';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { PhoneField } from '../../shared/phone/PhoneField.tsx';
import { emptyPhone } from '../../shared/phone/phone-number.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Form.module.css';

const cx = classNames(styles);

export type Verified = DataOf<typeof endpoints.auth.verify>;

export interface ActivationFormProps {
  readonly onVerified: (verified: Verified) => void;
}

export function ActivationForm({ onVerified }: ActivationFormProps) {
  const { t } = useText();
  const api = useApi();
  const [phone, setPhone] = useState(emptyPhone);
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const verify = useMutation({
    mutationFn: () => api.call(endpoints.auth.verify, { body: { ...phone, code } }),
    onSuccess: onVerified,
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (phone.contactNumber.trim() !== '' && code.trim() !== '') verify.mutate();
  }

  return (
    <form noValidate aria-busy={verify.isPending} className={cx('form')} onSubmit={submit}>
      {verify.isError ? <ErrorNotice error={verify.error} /> : null}
      <PhoneField
        value={phone}
        onChange={setPhone}
        autoComplete="username"
        autoFocus
        readOnly={verify.isPending}
        error={asked && phone.contactNumber.trim() === '' ? t('auth.phoneRequired') : undefined}
      />
      <TextField
        label={t('activation.activationCode')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
        maxLength={64}
        readOnly={verify.isPending}
        hint={t('activation.activationCodeHint')}
        error={asked && code.trim() === '' ? t('activation.codeRequired') : undefined}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" size="large" fullWidth loading={verify.isPending}>
        {t('activation.continueButton')}
      </Button>
      <p className={cx('aside')}>
        <Link to="/login">{t('auth.backToSignIn')}</Link>
      </p>
    </form>
  );
}
