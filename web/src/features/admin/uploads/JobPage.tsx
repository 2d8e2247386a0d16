import type { UploadJobDetail } from '@prahari/contract';
import { useState } from 'react';
import { StepsCard } from '../../../domain/jobs/StepsCard.tsx';
import { STEP_TEXTS } from '../../../domain/jobs/step-texts.ts';
import { Thumbnail } from '../../../domain/videos/Thumbnail.tsx';
import { isMissing } from '../../../shared/api/refusal.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { useParams } from '../../../shared/routing/use-address.ts';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { MenuItem } from '../../../ui/DropdownMenu.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { JobBadge } from './JobBadge.tsx';
import { JobFacts } from './JobFacts.tsx';
import { JobLog } from './JobLog.tsx';
import { JobStanding } from './JobStanding.tsx';
import { ReadyActions } from './ReadyActions.tsx';
import styles from './Uploads.module.css';
import { type JobAct, useJob, useJobAct } from './use-job.ts';
import { isMoving, useJobVideo } from './use-jobs.ts';

const cx = classNames(styles);

/** `/admin/uploads/:id`: what became of one file, and what can be done about it. */
export function JobPage() {
  const { t } = useText();
  const { id = '' } = useParams();
  const errorText = useErrorText();
  const job = useJob(id);
  const back = <Link to="/admin/uploads">{t('jobs.back')}</Link>;

  if (job.isPending) {
    return (
      <Loading label={t('common.loading')}>
        <Skeleton shape="title" />
        <Skeleton shape="block" />
      </Loading>
    );
  }
  if (job.data) return <JobView key={job.data.id} job={job.data} />;
  if (isMissing(job.error) || job.data === null) {
    return (
      <EmptyState wholePage title={t('jobs.noSuchJob')} icon="video-file" action={back}>
        {t('jobs.noSuchJobText')}
      </EmptyState>
    );
  }
  const { text, reference } = errorText(job.error);
  return (
    <ErrorState
      title={t('jobs.loadError')}
      retryLabel={t('common.retry')}
      retrying={job.isFetching}
      onRetry={() => void job.refetch()}
    >
      <span title={reference}>{text}</span>
    </ErrorState>
  );
}

const DONE_TEXTS = {
  cancel: 'jobs.cancelled',
  retry: 'jobs.retried',
  step: 'jobs.repeatAsked',
} as const;

function JobView({ job }: { readonly job: UploadJobDetail }) {
  const { t } = useText();
  const errorText = useErrorText();
  const video = useJobVideo(job);
  const [asked, setAsked] = useState<JobAct | null>(null);
  const act = useJobAct(job.id, ({ kind }) => notify.success(t(DONE_TEXTS[kind])));
  const done = job.steps.filter(({ state, repeatable }) => repeatable && state === 'completed');

  function confirm(chosen: JobAct) {
    act.mutate(chosen, {
      onError: (error) => {
        const { text, reference } = errorText(error);
        notify.error(text, { description: reference });
      },
      onSettled: () => setAsked(null),
    });
  }

  return (
    <>
      <PageTitle text={job.title} />
      <PageHeader
        picture={<Thumbnail video={video.data} size="page" />}
        title={job.title}
        eyebrow={<Link to="/admin/uploads">{t('jobs.back')}</Link>}
        standing={
          <>
            <span role="status">
              <JobBadge job={job} video={video.data} />
            </span>
            {job.state === 'completed' ? null : (
              <span>
                {t('jobs.uploaded')} <Time value={job.createdAt} show="relative" />
              </span>
            )}
            {job.attempts > 1 ? <span>{t('uploads.attempt', { count: job.attempts })}</span> : null}
          </>
        }
        actions={
          <>
            {video.data?.status === 'ready' ? (
              <ReadyActions video={video.data}>
                {done.map(({ step }) => (
                  <MenuItem
                    key={step}
                    icon="refresh"
                    onSelect={() => setAsked({ kind: 'step', step })}
                  >
                    {t('jobs.redoNamed', { step: t(STEP_TEXTS[step]) })}
                  </MenuItem>
                ))}
              </ReadyActions>
            ) : (
              <Link to={`/admin/videos/${job.videoId}`} className={getButtonClass()}>
                {t('jobs.edit')}
              </Link>
            )}
            {isMoving(job) ? (
              <Button variant="danger" icon="cancel" onClick={() => setAsked({ kind: 'cancel' })}>
                {t('jobs.cancel')}
              </Button>
            ) : null}
          </>
        }
      />
      <div className={cx('job-page')}>
        <div className={cx('desk')}>
          <JobStanding
            job={job}
            retrying={act.isPending}
            onRetry={() => confirm({ kind: 'retry' })}
          />
          <StepsCard
            steps={job.steps}
            isStopped={!isMoving(job) && job.state !== 'completed'}
            onRepeat={(step) => setAsked({ kind: 'step', step })}
          />
          <JobLog job={job} />
        </div>
        <JobFacts job={job} video={video.data} />
      </div>
      <JobActDialog
        title={job.title}
        act={asked}
        isDone={asked?.kind === 'step' && done.some(({ step }) => step === asked.step)}
        loading={act.isPending}
        onClose={() => setAsked(null)}
        onConfirm={confirm}
      />
    </>
  );
}

interface JobActDialogProps {
  /** Of the video. */
  readonly title: string;
  /** The action to confirm; null if there is none. */
  readonly act: JobAct | null;
  /** Whether it is a step that was done already. */
  readonly isDone: boolean;
  readonly loading: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (act: JobAct) => void;
}

/** Asks before work is stopped or done over. */
function JobActDialog(props: JobActDialogProps) {
  const { title, act, isDone, loading, onClose, onConfirm } = props;
  const { t } = useText();
  const step = act?.kind === 'step' ? t(STEP_TEXTS[act.step]) : null;
  return (
    <ConfirmDialog
      open={act !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={
        step === null
          ? t('jobs.cancelTitle', { title })
          : t(isDone ? 'jobs.redoTitle' : 'jobs.repeatTitle', { step })
      }
      description={step === null ? t('jobs.cancelText') : t('jobs.repeatText')}
      confirmLabel={step === null ? t('jobs.cancel') : t(isDone ? 'jobs.redo' : 'jobs.repeat')}
      cancelLabel={step === null ? t('jobs.keepGoing') : t('common.cancel')}
      tone={step === null ? 'danger' : 'primary'}
      loading={loading}
      onConfirm={() => {
        if (act) onConfirm(act);
      }}
    />
  );
}
