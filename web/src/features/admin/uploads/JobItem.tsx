import type { UploadJob } from '@prahari/contract';
import { DiskWaitNote } from '../../../domain/disk-wait/DiskWaitNote.tsx';
import { JobPace } from '../../../domain/jobs/JobPace.tsx';
import { STATE_TEXTS, STEP_TEXTS } from '../../../domain/jobs/step-texts.ts';
import { Thumbnail } from '../../../domain/videos/Thumbnail.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
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
  const isPublished = video.data?.published ?? false;
  return (
    <li className={cx('job')}>
      <div className={cx('head')}>
        {job.state === 'completed' ? <Thumbnail video={video.data} size="row" /> : null}
        <div className={cx('names')}>
          <h3 className={cx('title')}>
            <Link to={`/admin/uploads/${job.id}`}>{job.title}</Link>
          </h3>
          <div className={cx('about')}>
            {/* Most are, so that it needs no colour. */}
            {isPublished ? null : <JobBadge job={job} published={false} />}
            <p className={cx('meta')}>
              {isPublished ? (
                <>
                  <span>{t('uploads.statePublished')}</span> ·{' '}
                </>
              ) : null}
              {job.fileName} · {format.bytes(job.fileSizeBytes)} ·{' '}
              <Time value={job.createdAt} show="relative" />
              {job.attempts > 1 ? ` · ${t('uploads.attempt', { count: job.attempts })}` : null}
            </p>
          </div>
        </div>
        {video.data ? (
          <div className={cx('acts')}>
            <ReadyActions video={video.data} size="compact" />
          </div>
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
