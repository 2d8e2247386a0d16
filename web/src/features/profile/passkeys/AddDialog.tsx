import { type SyntheticEvent, useState } from 'react';
import { PasskeyError } from '../../../domain/passkeys/PasskeyError.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { RecoveryCodes } from '../second-factor/RecoveryCodes.tsx';
import styles from './Passkeys.module.css';
import { useAddPasskey } from './use-passkeys.ts';

const cx = classNames(styles);

/** Name and password, the browser's own dialog, and with the first factor the recovery codes. */
export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const add = useAddPasskey((recoveryCodes) => {
    notify.success(t('passkeys.added'));
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else onClose();
  });
  const isNamed = name.trim() !== '';

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (isNamed && password !== '') add.mutate({ name, password });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      held={codes !== null}
      title={t(codes ? 'secondFactor.codesTitle' : 'passkeys.addTitle')}
      description={t(codes ? 'secondFactor.codesText' : 'passkeys.addText')}
      closeLabel={t('common.close')}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <form noValidate aria-busy={add.isPending} className={cx('form')} onSubmit={submit}>
          {add.isError ? <PasskeyError error={add.error} /> : null}
          <TextField
            label={t('passkeys.name')}
            hint={t('passkeys.nameHint')}
            required
            autoFocus
            maxLength={60}
            readOnly={add.isPending}
            value={name}
            error={asked && !isNamed ? t('errors.required') : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          <PasswordInput
            value={password}
            readOnly={add.isPending}
            isMissing={asked && password === ''}
            onType={setPassword}
          />
          {add.isPending ? <p role="status">{t('passkeys.waiting')}</p> : null}
          <div className={cx('footer')}>
            <Button type="submit" variant="primary" loading={add.isPending}>
              {t('passkeys.add')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

export interface PasswordInputProps {
  readonly value: string;
  readonly readOnly: boolean;
  readonly isMissing: boolean;
  readonly autoFocus?: boolean;
  readonly onType: (text: string) => void;
}

export function PasswordInput({ isMissing, onType, ...rest }: PasswordInputProps) {
  const { t } = useText();
  return (
    <TextField
      {...rest}
      label={t('auth.password')}
      type="password"
      autoComplete="current-password"
      required
      maxLength={256}
      error={isMissing ? t('auth.passwordRequired') : undefined}
      onChange={(event) => onType(event.target.value)}
      reveal={{ show: t('common.showPassword'), hide: t('common.hidePassword') }}
    />
  );
}
