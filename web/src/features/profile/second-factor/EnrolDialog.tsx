import { type SyntheticEvent, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { QrCode } from '../../../ui/QrCode.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { type Enrolment, useConfirmSecondFactor, useStartSecondFactor } from '../use-account.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './SecondFactor.module.css';

const cx = classNames(styles);

/** Password, then the secret and a code of it, then the recovery codes. */
export function EnrolDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const start = useStartSecondFactor(setEnrolment);
  const confirm = useConfirmSecondFactor((codes) => {
    // Users with a passkey have codes already.
    if (codes.length > 0) return setRecoveryCodes(codes);
    notify.success(t('secondFactor.on'));
    onClose();
  });
  const steps = {
    password: ['secondFactor.setUpTitle', 'secondFactor.passwordText'],
    secret: ['secondFactor.setUpTitle', 'secondFactor.scanText'],
    codes: ['secondFactor.codesTitle', 'secondFactor.codesText'],
  } as const;
  const step = recoveryCodes ? 'codes' : enrolment ? 'secret' : 'password';
  const [title, description] = steps[step];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      held={step === 'codes'}
      title={t(title)}
      description={t(description)}
      closeLabel={t('common.close')}
    >
      {step === 'password' ? (
        <OneFieldForm
          key={step}
          type="password"
          label={t('auth.password')}
          missing={t('auth.passwordRequired')}
          isGood={(text) => text !== ''}
          submitLabel={t('secondFactor.continue')}
          mutation={start}
        />
      ) : null}
      {step === 'secret' && enrolment ? (
        <div className={cx('form')}>
          <div className={cx('qr')}>
            <QrCode text={enrolment.otpauthUri} label={t('secondFactor.qrLabel')} />
          </div>
          <p>
            {t('secondFactor.key')}: <code className={cx('key')}>{enrolment.secret}</code>
          </p>
          <OneFieldForm
            key={step}
            type="text"
            label={t('secondFactor.code')}
            missing={t('secondFactor.codeMissing')}
            isGood={(text) => /^\s*(?:\d\s*){6}$/.test(text)}
            submitLabel={t('secondFactor.confirm')}
            mutation={confirm}
          />
        </div>
      ) : null}
      {recoveryCodes ? <RecoveryCodes codes={recoveryCodes} onDone={onClose} /> : null}
    </Dialog>
  );
}

interface OneFieldFormProps {
  readonly type: 'password' | 'text';
  readonly label: string;
  readonly missing: string;
  readonly isGood: (text: string) => boolean;
  readonly submitLabel: string;
  readonly mutation: {
    readonly mutate: (text: string) => void;
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
  };
}

function OneFieldForm({ type, label, missing, isGood, submitLabel, mutation }: OneFieldFormProps) {
  const { t } = useText();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (isGood(text)) mutation.mutate(text);
  }

  return (
    <form noValidate aria-busy={mutation.isPending} className={cx('form')} onSubmit={submit}>
      {mutation.isError ? <ErrorNotice error={mutation.error} /> : null}
      <TextField
        label={label}
        type={type}
        required
        autoFocus
        maxLength={type === 'password' ? 256 : 11}
        autoComplete={type === 'password' ? 'current-password' : 'one-time-code'}
        readOnly={mutation.isPending}
        value={text}
        error={asked && !isGood(text) ? missing : undefined}
        onChange={(event) => setText(event.target.value)}
        {...(type === 'password'
          ? { reveal: { show: t('common.showPassword'), hide: t('common.hidePassword') } }
          : { inputMode: 'numeric' })}
      />
      <div className={cx('footer')}>
        <Button type="submit" variant="primary" loading={mutation.isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
