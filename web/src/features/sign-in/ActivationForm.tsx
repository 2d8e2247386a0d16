import { activationCode, type DataOf, endpoints } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { readActivationLink } from '../../domain/activation/activation-link.ts';
import { useApi } from '../../shared/api/api-context.ts';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { PhoneField } from '../../shared/phone/PhoneField.tsx';
import type { PhoneNumber } from '../../shared/phone/phone-number.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Form.module.css';

const cx = classNames(styles);

export type Verified = DataOf<typeof endpoints.auth.verify>;

const example = 'ABCD-EFGH-JKMN-PQRS';

export interface ActivationFormProps {
  /** The number to which a code was asked for. */
  readonly sentTo: PhoneNumber | undefined;
  readonly onVerified: (verified: Verified, phone: PhoneNumber) => void;
}

export function ActivationForm({ sentTo, onVerified }: ActivationFormProps) {
  const { t } = useText();
  const api = useApi();
  const [linked] = useState(() => readActivationLink(window.location.hash));
  const begun = sentTo ?? linked.phone;
  const isNumberKnown = begun.contactNumber !== '';
  const [phone, setPhone] = useState(begun);
  const [code, setCode] = useState(linked.code);
  const [asked, setAsked] = useState(false);
  // A code in an address would stay in the browser's history.
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search);
  }, []);
  const verify = useMutation({
    mutationFn: () => api.call(endpoints.auth.verify, { body: { ...phone, code } }),
    onSuccess: (verified) => onVerified(verified, phone),
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
        autoFocus={!isNumberKnown}
        readOnly={verify.isPending}
        error={asked && phone.contactNumber.trim() === '' ? t('auth.phoneRequired') : undefined}
      />
      <TextField
        label={t('activation.activationCode')}
        autoComplete="one-time-code"
        autoFocus={isNumberKnown}
        autoCapitalize="characters"
        spellCheck={false}
        required
        maxLength={64}
        readOnly={verify.isPending}
        hint={t('activation.activationCodeHint', { length: activationCode.length, example })}
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
