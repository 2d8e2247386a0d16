import type { SystemHealth } from '@prahari/contract';
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
  return `no process has looked after the job queue for ${Math.round(silenceSeconds)} s`;
}

/** Says that no live process prepares videos; null where one does. */
export function findTranscoderProblem(roles: readonly string[]): string | null {
  if (roles.some((role) => role !== 'web')) return null;
  return 'no process that prepares videos has shown a sign of life in the last minutes';
}

/** Finds the status of the system: that of its worst part. */
export function findWorstStatus(
  parts: readonly Pick<SystemHealth, 'status'>[],
): SystemHealth['status'] {
  const found = (status: SystemHealth['status']) => parts.some((part) => part.status === status);
  return found('failed') ? 'failed' : found('degraded') ? 'degraded' : 'ok';
}

/** Less is used up by a few videos. */
const leastFreeShare = 0.1;

/** Says that the disk of DATA_DIR is almost full; null while there is room. */
export function findDiskProblem(freeBytes: number, totalBytes: number): string | null {
  if (freeBytes >= totalBytes * leastFreeShare) return null;
  return `only ${Math.round(freeBytes / 1e6)} MB of ${Math.round(totalBytes / 1e6)} MB are free`;
}

/** Sessions, codes and proofs of different processes are compared by their times. */
const mostClockDifferenceMs = 2000;

/** Says that the clock of this process and that of the database differ; null while they don't. */
export function findClockProblem(aheadMs: number): string | null {
  if (Math.abs(aheadMs) <= mostClockDifferenceMs) return null;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  return `this clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the database`;
}

/** A reader takes over from another one within seconds, and reads several times a second. */
const mostReaderDelaySeconds = 60;

/** Says which readers of events are behind; null while none is. */
export function findReaderProblem(
  readers: readonly { readonly name: string; readonly delaySeconds: number }[],
): string | null {
  const late = readers.filter(({ delaySeconds }) => delaySeconds > mostReaderDelaySeconds);
  if (late.length === 0) return null;
  return late
    .map(
      ({ name, delaySeconds }) => `${name} has not read events for ${Math.round(delaySeconds)} s`,
    )
    .join('; ');
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
