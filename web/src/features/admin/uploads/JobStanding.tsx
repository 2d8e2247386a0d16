import type { UploadJobDetail } from '@prahari/contract';
import { DiskWaitNote } from '../../../domain/disk-wait/DiskWaitNote.tsx';
import { JobPace } from '../../../domain/jobs/JobPace.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import styles from './Uploads.module.css';
import { useFailureText } from './use-failure-text.ts';
import { isMoving } from './use-jobs.ts';

const cx = classNames(styles);

/** What is left of a job: progress, speed, remaining time, or why it ended; nothing once all is done. */
export function JobStanding({ job }: { readonly job: UploadJobDetail }) {
  const { t } = useText();
  const format = useFormat();
  const failureText = useFailureText();
  if (job.state === 'completed') return null;
  const isGivenUp = job.state === 'failed' || job.state === 'cancelled';
  return (
    <Card>
      {isGivenUp && job.progress === 0 ? null : (
        <div>
          <ProgressBar
            label={t('jobs.overall')}
            value={job.state === 'queued' && !job.diskWait ? null : job.progress}
            valueText={format.percent(job.progress)}
            tone={job.state === 'failed' ? 'danger' : 'primary'}
          />
          {isMoving(job) ? (
            <p className={cx('facts')}>
              <JobPace job={job} />
              {job.workers > 1 ? <span>{t('jobs.workers', { count: job.workers })}</span> : null}
              <span>{t('jobs.fresh')}</span>
            </p>
          ) : null}
        </div>
      )}
      {job.diskWait ? <DiskWaitNote wait={job.diskWait} /> : null}
      {job.failure ? (
        <div role="alert" className={cx('failure')}>
          <p>{failureText(job.failure)}</p>
          <details>
            <summary>{t('jobs.technical')}</summary>
            <p lang="en">
              {job.failure.code}: {job.failure.message}
            </p>
          </details>
        </div>
      ) : null}
      {isGivenUp ? (
        <p className={cx('meta')}>
          {job.retryableUntil === null ? (
            t('jobs.expired')
          ) : (
            <>
              {t('jobs.retryableUntil')} <Time value={job.retryableUntil} />
            </>
          )}
        </p>
      ) : null}
    </Card>
  );
}
