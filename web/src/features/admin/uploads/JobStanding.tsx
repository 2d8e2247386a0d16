import type { UploadJobDetail } from '@prahari/contract';
import { DiskWaitNote } from '../../../domain/disk-wait/DiskWaitNote.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { JobBadge } from './JobBadge.tsx';
import { JobPace } from './JobPace.tsx';
import { ReadyActions } from './ReadyActions.tsx';
import styles from './Uploads.module.css';
import { useFailureText } from './use-failure-text.ts';
import { isMoving, useJobVideo } from './use-jobs.ts';

const cx = classNames(styles);

/** The state of a job: progress, speed, remaining time, or why it ended. */
export function JobStanding({ job }: { readonly job: UploadJobDetail }) {
  const { t } = useText();
  const format = useFormat();
  const failureText = useFailureText();
  const video = useJobVideo(job);
  const isGivenUp = job.state === 'failed' || job.state === 'cancelled';
  return (
    <Card>
      <div className={cx('head')}>
        <div className={cx('about', 'names')}>
          <span role="status">
            <JobBadge job={job} published={video.data?.published ?? false} />
          </span>
          <p className={cx('meta')}>
            {job.fileName} · {format.bytes(job.fileSizeBytes)} · <Time value={job.createdAt} />
            {job.attempts > 1 ? ` · ${t('uploads.attempt', { count: job.attempts })}` : null}
          </p>
        </div>
        {video.data ? (
          <div className={cx('acts')}>
            <ReadyActions video={video.data} />
          </div>
        ) : null}
      </div>
      {job.state === 'completed' || (isGivenUp && job.progress === 0) ? null : (
        <div className={cx('progress')}>
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
