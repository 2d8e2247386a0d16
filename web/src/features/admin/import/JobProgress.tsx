import type { ImportJob } from '@prahari/contract';
import { DiskWaitNote } from '../../../domain/disk-wait/DiskWaitNote.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import styles from './Import.module.css';

const cx = classNames(styles);

/** The progress of a check or an import. */
export function JobProgress({ job }: { readonly job: ImportJob }) {
  const { t } = useText();
  const format = useFormat();
  const { total, done } = job.rows;
  const isCounted = job.state === 'running' && total !== null;
  return (
    <div className={cx('stack', 'tight')}>
      <ProgressBar
        label={t(job.validateOnly ? 'imports.checking' : 'imports.importing')}
        value={isCounted ? job.progress : null}
        valueText={isCounted ? format.percent(job.progress) : ''}
      />
      {job.diskWait ? <DiskWaitNote wait={job.diskWait} /> : null}
      <p className={cx('muted')}>
        {isCounted
          ? t('imports.rowsOf', { done: format.number(done), total: format.number(total) })
          : t(job.state === 'queued' ? 'imports.waiting' : 'imports.counting')}
      </p>
    </div>
  );
}
