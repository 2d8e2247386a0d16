import type { UploadJobDetail } from '@prahari/contract';
import { useState } from 'react';
import { STEP_TEXTS } from '../../../domain/jobs/step-texts.ts';
import { isMissing } from '../../../shared/api/refusal.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { useParams } from '../../../shared/routing/use-address.ts';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { JobStanding } from './JobStanding.tsx';
import { JobSteps } from './JobSteps.tsx';
import styles from './Uploads.module.css';
import { type JobAct, useJob, useJobAct } from './use-job.ts';
import { isMoving } from './use-jobs.ts';

const cx = classNames(styles);

/** `/admin/uploads/:id`: the processing of one video, and the actions for it. */
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
  const [asked, setAsked] = useState<JobAct | null>(null);
  const act = useJobAct(job.id, ({ kind }) => notify.success(t(DONE_TEXTS[kind])));
  const canRetry = job.retryableUntil !== null && !isMoving(job) && job.state !== 'completed';

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
        title={job.title}
        eyebrow={<Link to="/admin/uploads">{t('jobs.back')}</Link>}
        actions={
          <>
            <Link to={`/admin/videos/${job.videoId}`} className={getButtonClass()}>
              {t('jobs.edit')}
            </Link>
            {isMoving(job) ? (
              <Button variant="danger" icon="cancel" onClick={() => setAsked({ kind: 'cancel' })}>
                {t('jobs.cancel')}
              </Button>
            ) : null}
            {canRetry ? (
              <Button
                variant="primary"
                icon="refresh"
                loading={act.isPending}
                onClick={() => confirm({ kind: 'retry' })}
              >
                {t('jobs.retry')}
              </Button>
            ) : null}
          </>
        }
      />
      <div className={cx('desk')}>
        <JobStanding job={job} />
        <JobSteps job={job} onRepeat={(step) => setAsked({ kind: 'step', step })} />
        <JobLog lines={job.log} />
      </div>
      <JobActDialog
        title={job.title}
        act={asked}
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
  readonly loading: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (act: JobAct) => void;
}

/** Asks before work is stopped or done over. */
function JobActDialog({ title, act, loading, onClose, onConfirm }: JobActDialogProps) {
  const { t } = useText();
  const step = act?.kind === 'step' ? t(STEP_TEXTS[act.step]) : null;
  return (
    <ConfirmDialog
      open={act !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={step === null ? t('jobs.cancelTitle', { title }) : t('jobs.repeatTitle', { step })}
      description={step === null ? t('jobs.cancelText') : t('jobs.repeatText')}
      confirmLabel={step === null ? t('jobs.cancel') : t('jobs.repeat')}
      cancelLabel={step === null ? t('jobs.keepGoing') : t('common.cancel')}
      tone={step === null ? 'danger' : 'primary'}
      loading={loading}
      onConfirm={() => {
        if (act) onConfirm(act);
      }}
    />
  );
}

/** The log of a job, newest line first, so that it is visible without scrolling. */
function JobLog({ lines }: { readonly lines: UploadJobDetail['log'] }) {
  const { t } = useText();
  return (
    <Card title={t('jobs.log')} description={t('jobs.logText')} flush>
      {lines.length === 0 ? (
        <p className={cx('hint')}>{t('jobs.logEmpty')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={cx('log')} aria-label={t('jobs.log')} tabIndex={0}>
          <ol className={cx('log-lines')}>
            {lines
              .map((line, index) => ({ ...line, key: `${line.at} ${index}` }))
              .reverse()
              .map(({ key, at, step, message }) => (
                <li key={key} className={cx('log-line')}>
                  <Time value={at} show="day" />
                  <span>{step === null ? null : t(STEP_TEXTS[step])}</span>
                  <span lang="en">{message}</span>
                </li>
              ))}
          </ol>
        </section>
      )}
    </Card>
  );
}
