import { faultsOfFile, type UploadJobDetail } from '@prahari/contract';
import { DiskWaitNote } from '../../../domain/disk-wait/DiskWaitNote.tsx';
import { JobPace } from '../../../domain/jobs/JobPace.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import styles from './Uploads.module.css';
import { useFailureText } from './use-failure-text.ts';
import { isMoving } from './use-jobs.ts';

const cx = classNames(styles);

interface JobStandingProps {
  readonly job: UploadJobDetail;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

/** What is left of a job, or why it ended and the way on; nothing once all is done. */
export function JobStanding({ job, retrying, onRetry }: JobStandingProps) {
  const { t } = useText();
  const format = useFormat();
  if (job.state === 'completed') return null;
  if (!isMoving(job)) return <Ended job={job} retrying={retrying} onRetry={onRetry} />;
  return (
    <Card>
      <div>
        <ProgressBar
          label={t('jobs.overall')}
          value={job.state === 'queued' && !job.diskWait ? null : job.progress}
          valueText={format.percent(job.progress)}
        />
        <p className={cx('facts')}>
          <JobPace job={job} />
          {job.workers > 1 ? <span>{t('jobs.workers', { count: job.workers })}</span> : null}
          <span>{t('jobs.fresh')}</span>
        </p>
      </div>
      {job.diskWait ? <DiskWaitNote wait={job.diskWait} /> : null}
    </Card>
  );
}

/** Faults of a file of which not even a part could be read. */
const unreadable: readonly (typeof faultsOfFile)[number][] = [
  'empty_file',
  'unknown_format',
  'playlist_file',
  'archive_file',
  'picture_file',
  'no_index',
  'cut_short',
  'broken_file',
];

function chooseTitle(code: string | undefined) {
  if (unreadable.some((fault) => fault === code)) return 'jobs.unreadable';
  return faultsOfFile.some((fault) => fault === code) ? 'jobs.unusable' : 'jobs.failedTitle';
}

/** Failed or cancelled: the cause, and the one thing to do about it. */
function Ended({ job, retrying, onRetry }: JobStandingProps) {
  const { t } = useText();
  const failureText = useFailureText();
  const { state, failure, retryableUntil, videoId } = job;
  const isFailed = state === 'failed';
  // Its cause says already that another file is needed.
  const isFaultOfFile = faultsOfFile.some((fault) => fault === failure?.code);
  return (
    <div role="alert" className={cx('ended', isFailed && 'failed')}>
      <Icon name={isFailed ? 'warning' : 'info'} />
      <div className={cx('cause')}>
        <h2 className={cx('title')}>
          {t(isFailed ? chooseTitle(failure?.code) : 'jobs.cancelled')}
        </h2>
        {failure && isFailed ? <p>{failureText(failure)}</p> : null}
        {retryableUntil === null ? null : (
          <p>
            {t('jobs.retryableUntil')} <Time value={retryableUntil} />
          </p>
        )}
        {retryableUntil === null && !isFaultOfFile ? <p>{t('jobs.expired')}</p> : null}
      </div>
      {retryableUntil === null ? (
        <Link to={`/admin/uploads?video=${videoId}`} className={getButtonClass('primary')}>
          <Icon name="upload" />
          {t('jobs.uploadAgain')}
        </Link>
      ) : (
        <Button variant="primary" icon="refresh" loading={retrying} onClick={onRetry}>
          {t('jobs.retry')}
        </Button>
      )}
    </div>
  );
}
