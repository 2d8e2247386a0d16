import type { ManagedUser } from '@prahari/contract';
import { useState } from 'react';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import styles from './Users.module.css';
import type { Activation } from './use-users.ts';

const cx = classNames(styles);

export interface IssuedCode {
  readonly user: Pick<ManagedUser, 'name' | 'contactNumber' | 'email'>;
  readonly activation: Activation;
}

export interface ActivationCodeDialogProps {
  readonly issued: IssuedCode;
  readonly onClose: () => void;
}

interface ShownCodeProps {
  readonly name: string;
  readonly code: string;
  readonly expiresAt: string;
  readonly onClose: () => void;
}

interface SentCodeProps {
  /** How it is on its way, in words. */
  readonly way: string;
  readonly expiresAt: string;
  readonly onClose: () => void;
}

/** Tells how the code of an activation reaches its user. */
export function ActivationCodeDialog({ issued, onClose }: ActivationCodeDialogProps) {
  const { t } = useText();
  const { user, activation } = issued;
  const way =
    activation.delivery === 'email'
      ? t('users.codeSentByEmail', { address: user.email ?? '' })
      : t('users.codeSent', { digits: user.contactNumber.slice(-4) });
  return activation.delivery === 'shown' ? (
    <ShownCode name={user.name} {...activation} onClose={onClose} />
  ) : (
    <SentCode way={way} {...activation} onClose={onClose} />
  );
}

/** Shows a code for the only time. Nothing but its button or Escape closes it. */
function ShownCode({ name, code, expiresAt, onClose }: ShownCodeProps) {
  const { t } = useText();
  const [copied, setCopied] = useState(false);

  function copy() {
    navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => notify.warning(t('users.copyFailed')),
    );
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="narrow"
      title={t('users.codeTitle')}
      description={t('users.codeText', { name })}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button icon={copied ? 'check' : 'copy'} onClick={copy}>
            {copied ? t('common.copied') : t('users.copyCode')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('users.done')}
          </Button>
        </>
      }
    >
      <code className={cx('code')} data-testid="activation-code">
        {code}
      </code>
      <p className={cx('expiry')}>
        {t('users.codeExpires')} <Time value={expiresAt} />
      </p>
    </Dialog>
  );
}

function SentCode({ way, expiresAt, onClose }: SentCodeProps) {
  const { t } = useText();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="narrow"
      title={t('users.codeTitle')}
      description={way}
      closeLabel={t('common.close')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('users.done')}
        </Button>
      }
    >
      <p className={cx('expiry')}>
        {t('users.codeExpires')} <Time value={expiresAt} />
      </p>
    </Dialog>
  );
}
