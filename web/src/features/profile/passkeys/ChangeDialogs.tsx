import type { Passkey } from '@prahari/contract';
import { type SyntheticEvent, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { PasswordInput } from './AddDialog.tsx';
import styles from './Passkeys.module.css';
import { useRemovePasskey, useRenamePasskey } from './use-passkeys.ts';

const cx = classNames(styles);

export interface ChangeDialogProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

export function RenameDialog({ passkey, onClose }: ChangeDialogProps) {
  const { t } = useText();
  const [name, setName] = useState(passkey.name);
  const [asked, setAsked] = useState(false);
  const rename = useRenamePasskey(passkey, onClose);
  const isNamed = name.trim() !== '';

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (isNamed) rename.mutate(name);
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="narrow"
      title={t('passkeys.renameTitle')}
      closeLabel={t('common.close')}
    >
      <form noValidate aria-busy={rename.isPending} className={cx('form')} onSubmit={submit}>
        {rename.isError ? <ErrorNotice error={rename.error} /> : null}
        <TextField
          label={t('passkeys.name')}
          required
          autoFocus
          maxLength={60}
          readOnly={rename.isPending}
          value={name}
          error={asked && !isNamed ? t('errors.required') : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <div className={cx('footer')}>
          <Button type="submit" variant="primary" loading={rename.isPending}>
            {t('passkeys.rename')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function RemoveDialog({ passkey, onClose }: ChangeDialogProps) {
  const { t } = useText();
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const remove = useRemovePasskey(passkey, () => {
    onClose();
    notify.success(t('passkeys.removed'));
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (password !== '') remove.mutate(password);
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="narrow"
      title={t('passkeys.removeTitle', { name: passkey.name })}
      description={t('passkeys.removeText')}
      closeLabel={t('common.close')}
    >
      <form noValidate aria-busy={remove.isPending} className={cx('form')} onSubmit={submit}>
        {remove.isError ? <ErrorNotice error={remove.error} /> : null}
        <PasswordInput
          value={password}
          readOnly={remove.isPending}
          isMissing={asked && password === ''}
          autoFocus
          onType={setPassword}
        />
        <div className={cx('footer')}>
          <Button type="submit" variant="danger" loading={remove.isPending}>
            {t('passkeys.remove')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
