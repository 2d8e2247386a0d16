import { ApiError, type ImportJob } from '@prahari/contract';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { CheckStep } from './CheckStep.tsx';
import { decideStep } from './import-step.ts';
import { JobColumns } from './JobColumns.tsx';
import { ResultStep } from './ResultStep.tsx';
import { RunStep } from './RunStep.tsx';
import { StepPanel } from './StepPanel.tsx';
import { StepTrail } from './StepTrail.tsx';
import type { SheetStart } from './sheet-start.ts';
import type { ImportAddress } from './use-import-address.ts';
import { useImportErrorText } from './use-import-error-text.ts';
import { useImportJob } from './use-import-jobs.ts';

export interface JobStepProps {
  readonly id: string;
  readonly wantsColumns: boolean;
  /** The first rows, when this page read them itself. */
  readonly start: SheetStart | null;
  /** False for what the page was opened with. */
  readonly takesFocus: boolean;
  readonly go: (address: ImportAddress) => void;
}

/** Shows the current step of a job, including jobs that others started. */
export function JobStep(props: JobStepProps) {
  const { id, go } = props;
  const { t } = useText();
  const errorText = useImportErrorText();
  const job = useImportJob(id);
  const startOver = (
    <Button onClick={() => go({ jobId: null, wantsColumns: false })}>
      {t('imports.startOver')}
    </Button>
  );
  if (job.isPending) {
    return (
      <Loading label={t('common.loading')} padded>
        <Skeleton shape="title" width="40%" />
        <Skeleton />
        <Skeleton width="70%" />
      </Loading>
    );
  }
  if (job.data) return <KnownJob {...props} job={job.data} />;
  const isMissing = job.data === null || isUnknown(job.error);
  if (isMissing) {
    return (
      <EmptyState title={t('imports.missingTitle')} icon="spreadsheet" action={startOver}>
        {t('imports.missingText')}
      </EmptyState>
    );
  }
  return (
    <ErrorState
      title={t('imports.loadFailed')}
      retryLabel={t('common.retry')}
      retrying={job.isFetching}
      onRetry={() => void job.refetch()}
    >
      {errorText(job.error).text}
    </ErrorState>
  );
}

/** An address made by hand may hold no id at all. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

const RESULTS = {
  completed: 'imports.resultCompleted',
  cancelled: 'imports.resultCancelled',
  failed: 'imports.resultFailed',
} as const;

function KnownJob({ job, start, wantsColumns, takesFocus, go }: JobStepProps & { job: ImportJob }) {
  const { t } = useText();
  const step = decideStep(job, { hasHeaders: false, wantsColumns });
  const look = ({ id }: ImportJob) => go({ jobId: id, wantsColumns: false });
  const another = () => go({ jobId: null, wantsColumns: false });
  const file = job.fileName;
  // A separate heading for each state of each job: a new one is announced.
  const key = `${step} ${job.id} ${step === 'check' ? job.state : ''}`;
  // Results that arrive after the page was opened are announced, too.
  const [firstKey] = useState(key);
  const panel = { step, takesFocus: takesFocus || key !== firstKey };
  const content = {
    choose: () => null,
    columns: () => (
      <StepPanel
        {...panel}
        title={t('imports.columnsTitle')}
        description={t('imports.columnsText', { file })}
      >
        <JobColumns key={job.id} job={job} start={start} onBegun={look} onAnother={another} />
      </StepPanel>
    ),
    check: () => (
      <StepPanel
        {...panel}
        title={t('imports.checkTitle')}
        description={
          job.state === 'completed' ? t('imports.checkDone') : t('imports.checkText', { file })
        }
      >
        <CheckStep
          job={job}
          onBegun={look}
          onColumns={() => go({ jobId: job.id, wantsColumns: true })}
          onAnother={another}
        />
      </StepPanel>
    ),
    run: () => (
      <StepPanel {...panel} title={t('imports.runTitle')} description={t('imports.runText')}>
        <RunStep job={job} />
      </StepPanel>
    ),
    result: () => (
      <StepPanel
        {...panel}
        title={t(RESULTS[chooseResult(job)])}
        description={
          job.rows.total === null ? file : t('imports.resultFile', { file, count: job.rows.total })
        }
      >
        <ResultStep job={job} onBegun={look} onAnother={another} />
      </StepPanel>
    ),
  }[step];
  return (
    <>
      <StepTrail step={step} />
      <div key={key}>{content()}</div>
    </>
  );
}

function chooseResult({ state }: ImportJob): keyof typeof RESULTS {
  return state === 'cancelled' || state === 'failed' ? state : 'completed';
}
