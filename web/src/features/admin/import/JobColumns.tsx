import type { ColumnMapping, ImportJob } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { isSameMapping } from './column-choice.ts';
import { FailedAct } from './FailedAct.tsx';
import { JobFailure } from './JobFailure.tsx';
import type { SheetStart } from './sheet-start.ts';
import { useRunAgain } from './use-import-jobs.ts';

export interface JobColumnsProps {
  readonly job: ImportJob;
  readonly start: SheetStart | null;
  readonly onBegun: (job: ImportJob) => void;
  readonly onAnother: () => void;
}

/** The columns of a file that the server has: another choice is another check of the same file. */
export function JobColumns({ job, start, onBegun, onAnother }: JobColumnsProps) {
  const { t } = useText();
  const run = useRunAgain(job, onBegun);
  const { headers, columns, skipDuplicates, state } = job;
  // The columns that the server found are worth waiting for: they come right after the headers.
  if (headers.length === 0) return <ProgressBar label={t('imports.readingHeaders')} value={null} />;

  function check(mapping: ColumnMapping) {
    const isChecked = columns !== null && isSameMapping(columns, mapping);
    if (isChecked && state !== 'failed' && state !== 'cancelled') return onBegun(job);
    run.begin({ validateOnly: true, skipDuplicates, columns: mapping });
  }

  return (
    <ColumnsStep
      headers={headers}
      rows={start?.rows ?? null}
      chosen={columns}
      busy={run.isPending}
      onBack={onAnother}
      onCheck={check}
    >
      <JobFailure job={job} title={t('imports.checkFailed')} />
      <FailedAct error={run.error} />
    </ColumnsStep>
  );
}
