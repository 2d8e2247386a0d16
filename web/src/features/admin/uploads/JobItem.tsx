import type { UploadJob } from '@prahari/contract';
import { DiskWaitNote } from '../../../domain/disk-wait/DiskWaitNote.tsx';
import { JobPace } from '../../../domain/jobs/JobPace.tsx';
import { STATE_TEXTS, STEP_TEXTS } from '../../../domain/jobs/step-texts.ts';
import { Thumbnail } from '../../../domain/videos/Thumbnail.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { getButtonClass } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { StepList } from '../../../ui/StepList.tsx';
import { JobBadge } from './JobBadge.tsx';
import { listStepStates } from './job-steps.ts';
import { ReadyActions } from './ReadyActions.tsx';
import styles from './Uploads.module.css';
import { useFailureText } from './use-failure-text.ts';
import { isMoving, useJobVideo } from './use-jobs.ts';

const cx = classNames(styles);

export function JobItem({ job }: { readonly job: UploadJob }) {
  const { t } = useText();
  const format = useFormat();
  const video = useJobVideo(job);
  const failureText = useFailureText();
  const status = video.data?.status;
  return (
    <li className={cx('job')}>
      <div className={cx('head')}>
        <Thumbnail video={video.data} size="row" />
        <div className={cx('names')}>
          <h3 className={cx('title')}>
            <Link to={`/admin/uploads/${job.id}`}>{job.title}</Link>
          </h3>
          <div className={cx('about')}>
            <JobBadge job={job} video={video.data} />
            <p className={cx('meta')} title={job.fileName}>
              <span className={cx('whole')}>{format.bytes(job.fileSizeBytes)}</span> ·{' '}
              <span className={cx('whole')}>
                {t('jobs.uploaded')} <Time value={job.createdAt} show="relative" />
              </span>
              {job.attempts > 1 ? (
                <>
                  {' '}
                  ·{' '}
                  <span className={cx('whole')}>
                    {t('uploads.attempt', { count: job.attempts })}
                  </span>
                </>
              ) : null}
            </p>
          </div>
        </div>
        {video.data && status === 'ready' ? (
          <div className={cx('acts')}>
            <ReadyActions video={video.data} size="compact" />
          </div>
        ) : null}
        {job.state === 'failed' && status === 'failed' ? (
          <Link
            to={`/admin/uploads?video=${job.videoId}`}
            className={getButtonClass('secondary', 'compact')}
          >
            {t('jobs.uploadAgain')}
          </Link>
        ) : null}
      </div>
      {job.diskWait ? <DiskWaitNote wait={job.diskWait} /> : null}
      {isMoving(job) ? <JobProgress job={job} /> : null}
      {job.failure ? (
        <p className={cx('failure')} title={job.failure.code}>
          {failureText(job.failure)}
        </p>
      ) : null}
    </li>
  );
}

function JobProgress({ job }: { readonly job: UploadJob }) {
  const { t } = useText();
  const format = useFormat();
  return (
    <div className={cx('body')}>
      <div>
        <ProgressBar
          label={t('uploads.progressOf', { title: job.title })}
          labelHidden
          value={job.state === 'queued' && !job.diskWait ? null : job.progress}
          valueText={format.percent(job.progress)}
        />
        <p className={cx('facts')}>
          <span>{format.percent(job.progress)}</span>
          <JobPace job={job} />
        </p>
      </div>
      {job.state === 'running' ? (
        <StepList
          label={t('uploads.steps')}
          steps={listStepStates(job).map(({ step, state }) => ({
            id: step,
            label: t(STEP_TEXTS[step]),
            state,
            stateLabel: t(STATE_TEXTS[state]),
          }))}
        />
      ) : null}
    </div>
  );
}
