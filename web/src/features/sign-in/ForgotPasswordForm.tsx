import { endpoints } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useApi } from '../../shared/api/api-context.ts';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { PhoneField } from '../../shared/phone/PhoneField.tsx';
import { emptyPhone, type PhoneNumber } from '../../shared/phone/phone-number.ts';
import { withWork } from '../../shared/proof-of-work/with-work.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DeviceCheck } from './DeviceCheck.tsx';
import styles from './Form.module.css';

const cx = classNames(styles);

export interface ForgotPasswordFormProps {
  /** The server accepted the request; it never says whether a code was sent. */
  readonly onSent: (phone: PhoneNumber) => void;
}

export function ForgotPasswordForm({ onSent }: ForgotPasswordFormProps) {
  const { t } = useText();
  const api = useApi();
  const [phone, setPhone] = useState(emptyPhone);
  const [asked, setAsked] = useState(false);
  const [work, setWork] = useState<AbortController | null>(null);
  useEffect(() => () => work?.abort(), [work]);
  const send = useMutation({
    mutationFn: async (to: PhoneNumber) => {
      const cancel = new AbortController();
      const watch = { signal: cancel.signal, onWork: () => setWork(cancel) };
      await withWork(
        (proofOfWork) =>
          api.call(endpoints.auth.forgotPassword, {
            body: proofOfWork === undefined ? to : { ...to, proofOfWork },
          }),
        watch,
      ).finally(() => setWork(null));
    },
    onSuccess: (_, to) => onSent(to),
  });
  const isCancelled = send.error instanceof DOMException;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (phone.contactNumber.trim() !== '') send.mutate(phone);
  }

  return (
    <form noValidate aria-busy={send.isPending} className={cx('form')} onSubmit={submit}>
      {send.isError && !isCancelled ? <ErrorNotice error={send.error} /> : null}
      <PhoneField
        value={phone}
        onChange={setPhone}
        autoComplete="username"
        autoFocus
        readOnly={send.isPending}
        error={asked && phone.contactNumber.trim() === '' ? t('auth.phoneRequired') : undefined}
      />
      <Button type="submit" variant="primary" size="large" fullWidth loading={send.isPending}>
        {t('forgotten.send')}
      </Button>
      {work ? <DeviceCheck onCancel={() => work.abort()} /> : null}
      <p className={cx('aside')}>{t('forgotten.orAsk')}</p>
      <p className={cx('aside')}>
        <Link to="/login">{t('auth.backToSignIn')}</Link>
      </p>
    </form>
  );
}
