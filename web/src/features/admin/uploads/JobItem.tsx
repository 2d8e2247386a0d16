import type { UploadJob } from '@prahari/contract';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { StepList } from '../../../ui/StepList.tsx';
import { JobBadge } from './JobBadge.tsx';
import { stepStates } from './job-steps.ts';
import { ReadyActions } from './ReadyActions.tsx';
import styles from './Uploads.module.css';
import { isMoving, useLecture } from './use-jobs.ts';

const cx = classNames(styles);

const STEP_TEXTS = {
  probe: 'uploads.stepProbe',
  validate: 'uploads.stepValidate',
  poster: 'uploads.stepPoster',
  transcode_low: 'uploads.stepTranscodeLow',
  package_low: 'uploads.stepPackageLow',
  publish_low: 'uploads.stepPublishLow',
  transcode_high: 'uploads.stepTranscodeHigh',
  package_high: 'uploads.stepPackageHigh',
  storyboard: 'uploads.stepStoryboard',
  publish: 'uploads.stepPublish',
} as const;
const STATE_TEXTS = {
  done: 'uploads.stepDone',
  running: 'uploads.stepActive',
  waiting: 'uploads.stepWaiting',
  failed: 'uploads.stepFailed',
} as const;

export function JobItem({ job }: { readonly job: UploadJob }) {
  const { t } = useText();
  const format = useFormat();
  const lecture = useLecture(job);
  return (
    <li className={cx('job')}>
      <div className={cx('head')}>
        <div className={cx('names')}>
          <h3 className={cx('title')}>{job.title}</h3>
          <p className={cx('meta')}>
            {job.fileName} · {format.bytes(job.fileSizeBytes)} ·{' '}
            <Time value={job.createdAt} show="relative" />
            {job.attempts > 1 ? ` · ${t('uploads.attempt', { count: job.attempts })}` : null}
          </p>
        </div>
        <JobBadge state={job.state} published={lecture.data?.published ?? false} />
      </div>
      {isMoving(job) ? <JobProgress job={job} /> : null}
      {job.failure ? (
        <p className={cx('failure')} title={job.failure.code}>
          {job.failure.message}
        </p>
      ) : null}
      {lecture.data ? <ReadyActions video={lecture.data} /> : null}
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
          value={job.state === 'queued' ? null : job.progress}
          valueText={format.percent(job.progress)}
        />
        <p className={cx('facts')}>
          <span>{format.percent(job.progress)}</span>
          {job.speed === null ? null : (
            <span>{t('uploads.speed', { factor: format.number(job.speed, 1) })}</span>
          )}
          {job.etaSeconds === null ? null : (
            <span>
              {t('uploads.timeLeft', { time: format.duration(Math.ceil(job.etaSeconds)) })}
            </span>
          )}
        </p>
      </div>
      <StepList
        label={t('uploads.steps')}
        steps={stepStates(job).map(({ step, state }) => ({
          id: step,
          label: t(STEP_TEXTS[step]),
          state,
          stateLabel: t(STATE_TEXTS[state]),
        }))}
      />
    </div>
  );
}
