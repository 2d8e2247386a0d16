import type { IssuedCodes } from '@prahari/contract';
import { type ReactNode, useState } from 'react';
import { exportAs } from '../../shared/export/export-formats.ts';
import { Time } from '../../shared/format/Time.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './CodesDialog.module.css';
import { PrintedSlips } from './PrintedSlips.tsx';

const cx = classNames(styles);

export interface CodesDialogProps {
  readonly title: string;
  readonly codes: IssuedCodes;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/**
 * What became of codes that were made at once. Those that are not sent are printed or saved, now or
 * never: it asks before it closes without either.
 */
export function CodesDialog({ title, codes, onClose, children }: CodesDialogProps) {
  const { t } = useText();
  const [isPrinting, setPrinting] = useState(false);
  const [isHandedOver, setHandedOver] = useState(codes.shown.length === 0);
  const [asked, setAsked] = useState(false);
  const { shown, sentBySms, sentByEmail } = codes;
  const [first] = shown;
  const close = () => (isHandedOver ? onClose() : setAsked(true));

  function save() {
    const columns = ['name', 'contactNumber', 'code', 'validUntil'];
    const rows = shown.map((slip) => [slip.name, slip.contactNumber, slip.code, slip.expiresAt]);
    void exportAs('csv', 'activation-codes', { title: 'activation-codes', columns, rows });
    setHandedOver(true);
  }

  return (
    <Dialog
      open
      onOpenChange={close}
      title={title}
      closeLabel={t('common.close')}
      footer={
        <Button variant={first ? 'secondary' : 'primary'} onClick={close}>
          {t('users.done')}
        </Button>
      }
    >
      <div className={cx('panel')}>
        {sentBySms > 0 ? <p>{t('bulk.sentBySms', { count: sentBySms })}</p> : null}
        {sentByEmail > 0 ? <p>{t('bulk.sentByEmail', { count: sentByEmail })}</p> : null}
        {first ? (
          <>
            <p>{t('bulk.codesShown', { count: shown.length })}</p>
            <p className={cx('until')}>
              {t('users.codeExpires')} <Time value={first.expiresAt} />
            </p>
            <div className={cx('actions')}>
              <Button
                variant="primary"
                icon="print"
                loading={isPrinting}
                onClick={() => setPrinting(true)}
              >
                {t('bulk.printSlips')}
              </Button>
              <Button icon="download" onClick={save}>
                {t('bulk.saveCodes')}
              </Button>
            </div>
          </>
        ) : null}
        {children}
      </div>
      {isPrinting ? (
        <PrintedSlips
          slips={shown}
          onDone={() => {
            setPrinting(false);
            setHandedOver(true);
          }}
        />
      ) : null}
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={t('bulk.closeCodesTitle')}
        description={t('bulk.closeCodesText')}
        confirmLabel={t('users.closeCode')}
        cancelLabel={t('users.keepCode')}
        tone="danger"
        onConfirm={onClose}
      />
    </Dialog>
  );
}
