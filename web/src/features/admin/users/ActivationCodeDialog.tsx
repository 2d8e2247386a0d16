import type { ManagedUser } from '@prahari/contract';
import { useState } from 'react';
import {
  activationAddress,
  formatActivationLink,
} from '../../../domain/activation/activation-link.ts';
import { PrintedSlips } from '../../../domain/activation/PrintedSlips.tsx';
import { type Slip, writeMessage } from '../../../domain/activation/slip-texts.ts';
import { useSlipTexts } from '../../../domain/activation/use-slip-texts.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { LANGUAGES } from '../../../shared/i18n/language.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { notify } from '../../../ui/notify.ts';
import { QrCode } from '../../../ui/QrCode.tsx';
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
  readonly slip: Slip;
  readonly onClose: () => void;
}

interface SentCodeProps {
  /** How it is delivered, as text. */
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
    <ShownCode slip={{ ...user, ...activation }} onClose={onClose} />
  ) : (
    <SentCode way={way} {...activation} onClose={onClose} />
  );
}

/**
 * Shows a code for the only time, with what its user needs beside it. Escape, a press beside it and
 * the cross ask first, unless it was copied or printed.
 */
function ShownCode({ slip, onClose }: ShownCodeProps) {
  const { t } = useText();
  const isSaid = useSlipTexts();
  const [copied, setCopied] = useState<string | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const [isHandedOver, setHandedOver] = useState(false);
  const [asked, setAsked] = useState(false);
  const { name, code, contactNumber, expiresAt } = slip;
  const { origin } = window.location;
  const address = activationAddress(origin);

  function copy(what: string, text: string) {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(what);
        setHandedOver(true);
      },
      () => notify.warning(t('users.copyFailed')),
    );
  }
  const copyIcon = (what: string) => (copied === what ? 'check' : 'copy');

  return (
    <Dialog
      open
      onOpenChange={() => (isHandedOver ? onClose() : setAsked(true))}
      title={t('users.codeTitle')}
      description={t('users.codeText', { name })}
      closeLabel={t('common.close')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('users.done')}
        </Button>
      }
    >
      <code className={cx('code')} data-testid="activation-code">
        {code}
      </code>
      <div className={cx('handover')}>
        <Facts
          facts={[
            [t('auth.phoneNumber'), contactNumber],
            [t('users.openAt'), address],
            [t('users.codeExpires'), <Time key="until" value={expiresAt} />],
          ]}
        />
        <div className={cx('qr')}>
          <QrCode text={formatActivationLink(origin, slip)} label={t('users.qrLabel')} />
        </div>
      </div>
      <div className={cx('handoverActions')}>
        <Button size="compact" icon={copyIcon('code')} onClick={() => copy('code', code)}>
          {copied === 'code' ? t('common.copied') : t('users.copyCode')}
        </Button>
        {LANGUAGES.map(({ code: language, ownName }) => (
          <Button
            key={language}
            size="compact"
            icon={copyIcon(language)}
            disabled={!isSaid}
            onClick={() => copy(language, writeMessage(language, slip, address))}
          >
            {copied === language
              ? t('common.copied')
              : t('users.copyMessage', { language: ownName })}
          </Button>
        ))}
        <Button size="compact" icon="print" onClick={() => setPrinting(true)}>
          {t('users.printSlip')}
        </Button>
      </div>
      {isPrinting ? (
        <PrintedSlips
          slips={[slip]}
          onDone={() => {
            setPrinting(false);
            setHandedOver(true);
          }}
        />
      ) : null}
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={t('users.closeCodeTitle')}
        description={t('users.closeCodeText')}
        confirmLabel={t('users.closeCode')}
        cancelLabel={t('users.keepCode')}
        tone="danger"
        onConfirm={onClose}
      />
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
