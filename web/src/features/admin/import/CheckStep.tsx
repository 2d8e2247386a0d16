import type { ImportJob } from '@prahari/contract';
import { useId } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Counts } from './Counts.tsx';
import { FailedAct } from './FailedAct.tsx';
import styles from './Import.module.css';
import { hasEnded } from './import-step.ts';
import { JobFailure } from './JobFailure.tsx';
import { JobProgress } from './JobProgress.tsx';
import { RowErrors } from './RowErrors.tsx';
import { useCancelImport, useRunAgain } from './use-import-jobs.ts';

const cx = classNames(styles);

export interface CheckStepProps {
  readonly job: ImportJob;
  readonly onBegun: (job: ImportJob) => void;
  readonly onColumns: () => void;
  readonly onAnother: () => void;
}

/** Shows what an import would do, row by row, before anything is changed. */
export function CheckStep({ job, onBegun, onColumns, onAnother }: CheckStepProps) {
  const { t } = useText();
  const errorsId = useId();
  const run = useRunAgain(job, onBegun);
  const cancel = useCancelImport(job.id);
  const { skipDuplicates, canRunAgain } = job;
  if (!hasEnded(job)) {
    return (
      <div className={cx('stack')}>
        <JobProgress job={job} />
        <FailedAct error={cancel.error} />
        <div className={cx('actions')}>
          <Button icon="cancel" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('imports.stopCheck')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={cx('stack')}>
      <JobFailure job={job} title={t('imports.checkFailed')} />
      {job.state === 'cancelled' ? <p>{t('imports.checkStopped')}</p> : null}
      {job.state === 'completed' ? <Counts job={job} errorsId={errorsId} /> : null}
      {canRunAgain ? null : <p className={cx('notice', 'warn')}>{t('imports.fileGone')}</p>}
      <FailedAct error={run.error} />
      {job.state === 'completed' && canRunAgain ? (
        <Checkbox
          label={t('imports.skipDuplicates')}
          hint={t('imports.skipDuplicatesHint')}
          checked={skipDuplicates}
          disabled={run.isPending}
          onChange={() => run.begin({ validateOnly: true, skipDuplicates: !skipDuplicates })}
        />
      ) : null}
      <div className={cx('actions')}>
        {job.state === 'completed' ? (
          <ImportButton job={job} run={run} />
        ) : (
          <Button
            variant="primary"
            icon="refresh"
            disabled={!canRunAgain}
            loading={run.isPending}
            onClick={() => run.begin({ validateOnly: true, skipDuplicates })}
          >
            {t('imports.checkAgain')}
          </Button>
        )}
        <Button disabled={!canRunAgain || job.headers.length === 0} onClick={onColumns}>
          {t('imports.changeColumns')}
        </Button>
        <Button variant="ghost" onClick={onAnother}>
          {t('imports.another')}
        </Button>
      </div>
      <RowErrors job={job} id={errorsId} />
    </div>
  );
}

function ImportButton({
  job,
  run,
}: {
  readonly job: ImportJob;
  readonly run: ReturnType<typeof useRunAgain>;
}) {
  const { t } = useText();
  const { skipDuplicates, canRunAgain, rows } = job;
  if (rows.created === 0) return <p className={cx('wide')}>{t('imports.nothingToImport')}</p>;
  return (
    <Button
      variant="primary"
      icon="person-add"
      disabled={!canRunAgain}
      loading={run.isPending}
      onClick={() => run.begin({ validateOnly: false, skipDuplicates })}
    >
      {t('imports.importNumber', { count: rows.created })}
    </Button>
  );
}
