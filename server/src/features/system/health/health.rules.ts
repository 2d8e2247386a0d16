import type { HealthCheck } from '../system.errors.ts';

/** Failed as soon as one part is. */
export function overallStatus(checks: readonly Pick<HealthCheck, 'status'>[]): 'ok' | 'failed' {
  return checks.every((check) => check.status === 'ok') ? 'ok' : 'failed';
}

/** Supervision runs every few seconds; silence for this long means that no process does it. */
const maxQueueSilenceSeconds = 60;

/** Says what is wrong with the job queue; null while a worker looks after it. */
export function queueProblem(silenceSeconds: number | null): string | null {
  if (silenceSeconds === null) return 'no process has looked after the job queue yet';
  if (silenceSeconds <= maxQueueSilenceSeconds) return null;
  return `nobody has looked after the job queue for ${Math.round(silenceSeconds)} s`;
}
