import type { DiskWait } from '@prahari/contract';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './DiskWaitNote.module.css';

const cx = classNames(styles);

/** Shows how much room a job waits for, and that it then continues by itself. */
export function DiskWaitNote({ wait }: { readonly wait: DiskWait }) {
  const { t } = useText();
  const format = useFormat();
  const text =
    wait.missingBytes === null
      ? t('storage.diskOfDatabaseFull')
      : t('storage.diskMissing', { amount: format.bytes(wait.missingBytes) });
  return (
    <p className={cx('note')}>
      <strong>{text}</strong> {t('storage.diskWaitText')}
    </p>
  );
}
