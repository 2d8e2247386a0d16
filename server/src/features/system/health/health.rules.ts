import type { HealthCheck } from '../system.errors.ts';

/** Returns 'failed' as soon as one part is. */
export function combineStatus(checks: readonly Pick<HealthCheck, 'status'>[]): 'ok' | 'failed' {
  return checks.every((check) => check.status === 'ok') ? 'ok' : 'failed';
}

/** Supervision runs every few seconds; silence for this long means that no process does it. */
const maxQueueSilenceSeconds = 60;

/** Says what is wrong with the job queue; null while a worker looks after it. */
export function findQueueProblem(silenceSeconds: number | null): string | null {
  if (silenceSeconds === null) return 'no process has looked after the job queue yet';
  if (silenceSeconds <= maxQueueSilenceSeconds) return null;
  return `nobody has looked after the job queue for ${Math.round(silenceSeconds)} s`;
}

const dayMs = 86_400_000;
/** Days whose leftovers are searched for; those of today and yesterday may be in use. */
const leftoverDays = [2, 3, 4, 5, 6, 7];

/** Names the folder in the object store under which checks of one day write (UTC). */
export function formatCheckFolder(day: Date): string {
  return `health/${day.toISOString().slice(0, 10)}`;
}

/** Lists the folders of the health checks of earlier days, which killed processes may have left. */
export function listPastCheckFolders(now: Date): string[] {
  return leftoverDays.map((days) => formatCheckFolder(new Date(now.getTime() - days * dayMs)));
}
