import { useState } from 'react';
import { printTable } from '../../../shared/export/print.ts';
import { saveFile } from '../../../shared/export/save-file.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { notify } from '../../../ui/notify.ts';
import styles from './SecondFactor.module.css';

const cx = classNames(styles);

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Shows the codes for the only time; going on takes a word that they are stored. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useText();
  const [copied, setCopied] = useState(false);
  const [stored, setStored] = useState(false);
  const lines = `${codes.join('\n')}\n`;

  function copy() {
    navigator.clipboard.writeText(lines).then(
      () => setCopied(true),
      () => notify.warning(t('secondFactor.copyFailed')),
    );
  }

  return (
    <div className={cx('form')}>
      <ul className={cx('codes')} aria-label={t('secondFactor.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={cx('actions')}>
        <Button icon={copied ? 'check' : 'copy'} onClick={copy}>
          {copied ? t('common.copied') : t('secondFactor.copy')}
        </Button>
        <Button
          icon="download"
          onClick={() =>
            saveFile(new Blob([lines], { type: 'text/plain' }), 'prahari-recovery-codes.txt')
          }
        >
          {t('secondFactor.download')}
        </Button>
        <Button
          onClick={() =>
            printTable({
              title: `Prahari: ${t('secondFactor.codesTitle')}`,
              columns: [t('secondFactor.recoveryCode')],
              rows: codes.map((code) => [code]),
            })
          }
        >
          {t('secondFactor.print')}
        </Button>
      </div>
      <Checkbox
        label={t('secondFactor.stored')}
        checked={stored}
        onChange={(event) => setStored(event.target.checked)}
      />
      <div className={cx('footer')}>
        <Button variant="primary" disabled={!stored} onClick={onDone}>
          {t('secondFactor.done')}
        </Button>
      </div>
    </div>
  );
}
