import type { ImportJob } from '@prahari/contract';

export const importSteps = ['choose', 'columns', 'check', 'run', 'result'] as const;
export type ImportStep = (typeof importSteps)[number];

/**
 * The current step of an import: from the choices until there is a job, then from the job alone.
 */
export function decideStep(
  job: Pick<ImportJob, 'state' | 'validateOnly' | 'failure' | 'headers'> | null,
  asked: { readonly hasHeaders: boolean; readonly wantsColumns: boolean },
): ImportStep {
  if (job === null) return asked.hasHeaders ? 'columns' : 'choose';
  if (!job.validateOnly) return hasEnded(job) ? 'result' : 'run';
  const isReadable = job.headers.length > 0 || !hasEnded(job);
  if (job.failure?.code === 'columns_missing') return 'columns';
  return asked.wantsColumns && isReadable ? 'columns' : 'check';
}

export function hasEnded({ state }: Pick<ImportJob, 'state'>): boolean {
  return state !== 'queued' && state !== 'running';
}
