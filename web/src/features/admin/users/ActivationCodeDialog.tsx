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
  readonly name: string;
  readonly activation: Activation;
}

export interface ActivationCodeDialogProps {
  readonly issued: IssuedCode;
  readonly onClose: () => void;
}

/** Shows a code for the only time. Nothing but its button or Escape closes it. */
export function ActivationCodeDialog({ issued, onClose }: ActivationCodeDialogProps) {
  const { t } = useText();
  const [copied, setCopied] = useState(false);
  const { code, expiresAt } = issued.activation;

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
      description={t('users.codeText', { name: issued.name })}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button icon={copied ? 'check' : 'save'} onClick={copy}>
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
