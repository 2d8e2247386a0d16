import type { Log } from '../log/log.ts';
import type { RetentionJob } from './retention-job.ts';

/** Small enough that no statement locks its rows for long. */
const defaultBatch = 1000;

/**
 * Runs every retention job to its end, batch by batch. After a stop or kill, the next run continues
 * where this one ended. A job that fails does not delay the others.
 * @throws AggregateError of those that failed
 */
export async function runRetentionJobs(
  jobs: readonly RetentionJob[],
  deps: { readonly log: Log; readonly signal: AbortSignal; readonly batch?: number },
): Promise<void> {
  const failures: unknown[] = [];
  for (const job of jobs) {
    try {
      const removed = await runToEnd(job, deps.signal, deps.batch ?? defaultBatch);
      if (removed > 0) deps.log.info({ job: job.name, removed }, 'expired data was removed');
    } catch (error) {
      deps.log.warn({ err: error, job: job.name }, 'a retention job failed');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not every retention job succeeded');
}

async function runToEnd(job: RetentionJob, signal: AbortSignal, batch: number): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const count = await job.removeSome(batch);
    removed += count;
    if (count < batch) break;
  }
  return removed;
}
