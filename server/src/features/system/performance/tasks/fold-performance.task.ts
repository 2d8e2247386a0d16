import * as z from 'zod/mini';
import type { JobKind } from '../../../../platform/jobs/queue.ts';
import { type RetentionJob, subtractDays } from '../../../../platform/retention/retention-job.ts';
import type { SystemDeps } from '../../system.deps.ts';
import { deletePeriods, findLastFolded, foldSpans } from '../performance.repository.ts';
import { findFoldStart } from '../performance.rules.ts';

const dataSchema = z.object({});

/** The last point of a day's chart is no older than this. */
export const foldPerformanceCron = '*/5 * * * *';

export const foldPerformanceKind: JobKind<z.infer<typeof dataSchema>> = {
  name: 'fold-performance',
  parse: (data) => z.parse(dataSchema, data ?? {}),
  retryLimit: 2,
  expireSeconds: 240,
};

/** Days for which periods are kept; a longer one is folded before its parts go. */
const keptDays = { minute: 2, hour: 400, day: 400 } as const;

/** Folds minutes into hours, and these into days. */
export async function foldPerformance({
  db,
  clock,
}: Pick<SystemDeps, 'db' | 'clock'>): Promise<void> {
  for (const [from, into] of [
    ['minute', 'hour'],
    ['hour', 'day'],
  ] as const) {
    const oldestKept = subtractDays(clock.now(), keptDays[from]);
    const since = findFoldStart(await findLastFolded(db, into), into, oldestKept);
    await foldSpans(db, { from, into }, since);
  }
}

/** Lists the jobs that remove periods that are past their time. */
export function listPerformanceRetentionJobs({
  db,
  clock,
}: Pick<SystemDeps, 'db' | 'clock'>): RetentionJob[] {
  return (['minute', 'hour', 'day'] as const).map((span) => ({
    name: `performance by ${span}`,
    removeSome: (atMost) =>
      deletePeriods(db, span, subtractDays(clock.now(), keptDays[span]), atMost),
  }));
}
