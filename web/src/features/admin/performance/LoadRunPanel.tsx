import { endpoints, type LoadRun } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { notify } from '../../../ui/notify.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import styles from './Performance.module.css';

const cx = classNames(styles);

interface LoadRunPanelProps {
  readonly run: LoadRun;
  /** Asks for its state again. */
  readonly onChange: () => void;
}

/** A load test that runs, with its progress; or why the last one has no report. */
export function LoadRunPanel({ run, onChange }: LoadRunPanelProps) {
  if (run.state === 'done') return null;
  return (
    <div className={cx('run')}>
      {run.state === 'running' ? <Progress run={run} onChange={onChange} /> : <Ended run={run} />}
    </div>
  );
}

function Progress({ run, onChange }: LoadRunPanelProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const errorText = useErrorText();
  const { isSuperAdmin } = useRights();
  const cancel = useMutation({
    mutationFn: () => api.call(endpoints.performance.cancelLoadRun, { params: { id: run.id } }),
    onError: (error) => notify.error(errorText(error).text),
    onSettled: onChange,
  });
  const isWatching = run.phase === 'watching';
  const watchedMs = Date.now() - new Date(run.phaseSince).getTime();
  const share = isWatching ? Math.min(1, Math.max(0, watchedMs / (run.seconds * 1000))) : null;
  return (
    <>
      <div className={cx('runHead')}>
        <div className={cx('runBar')}>
          <ProgressBar
            label={t(`performance.run_${run.phase}`, { learners: run.learners })}
            value={share}
            {...(share === null ? {} : { valueText: format.percent(share) })}
          />
        </div>
        {isSuperAdmin ? (
          <Button
            size="compact"
            icon="cancel"
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {t('performance.cancelRun')}
          </Button>
        ) : null}
      </div>
      <p className={cx('fresh')}>
        {t('performance.runSoFar', {
          requests: run.requests,
          failed: run.failed,
          lesson: run.lesson,
        })}{' '}
        {t('performance.runBy', { name: run.startedBy })}
      </p>
    </>
  );
}

function Ended({ run }: { readonly run: LoadRun }) {
  const { t } = useText();
  const isCancelled = run.state === 'cancelled';
  return (
    <p className={cx('runEnd')}>
      <StatusBadge tone={isCancelled ? 'neutral' : 'danger'}>
        {t(isCancelled ? 'performance.runCancelled' : 'performance.runFailed')}
      </StatusBadge>
      <span>
        <Time value={run.startedAt} />. {t('performance.runBy', { name: run.startedBy })}
        {run.failure === null ? null : <> {t(`performance.failure_${run.failure}`)}</>}
        {run.failureText === null ? null : <span className={cx('cause')}> {run.failureText}</span>}
      </span>
    </p>
  );
}
