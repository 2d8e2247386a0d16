import { type ProcessingStep, processingSteps, type UploadJobDetail } from '@prahari/contract';
import type { LogRow, StepRow } from '../ingest.tables.ts';

/** The data of a job's detail page beyond the job itself. */
export type JobDetailParts = Pick<UploadJobDetail, 'steps' | 'log' | 'retryableUntil' | 'workers'>;

/** Presents the steps and log lines of a job to administrators. */
export function presentJobDetail(
  rows: readonly StepRow[],
  lines: readonly LogRow[],
  {
    keptUntil,
    workers,
    isRepeatable,
  }: {
    keptUntil: Date | null;
    workers: number;
    isRepeatable: (step: ProcessingStep) => boolean;
  },
): JobDetailParts {
  const known = new Map(rows.map((row) => [row.step, row]));
  return {
    steps: processingSteps.map((step) => ({
      ...presentStep(step, known.get(step)),
      repeatable: isRepeatable(step),
    })),
    log: lines.map(({ at, step, message }) => ({ at: at.toISOString(), step, message })),
    workers,
    retryableUntil: keptUntil?.toISOString() ?? null,
  };
}

function presentStep(step: ProcessingStep, row: StepRow | undefined) {
  return {
    step,
    state: row?.state ?? ('waiting' as const),
    progress: row?.progress ?? 0,
    speed: row?.speed ?? null,
    etaSeconds: row?.eta_seconds ?? null,
    attempts: row?.attempts ?? 0,
    startedAt: row?.started_at?.toISOString() ?? null,
    finishedAt: row?.finished_at?.toISOString() ?? null,
  };
}
