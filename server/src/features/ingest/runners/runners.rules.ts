import type { Runner } from '@prahari/contract';

/** What decides the state of a runner. */
export interface RunnerFacts {
  readonly registeredAt: Date | null;
  readonly tokenExpiresAt: Date;
  readonly lastSeenAt: Date | null;
  readonly suspendedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** It asks every few seconds, and once a minute while runners are not allowed. */
const silentMs = 5 * 60_000;

/** Tells what a runner is at a moment. */
export function describeRunnerState(runner: RunnerFacts, now: Date): Runner['state'] {
  if (runner.revokedAt !== null) return 'revoked';
  if (runner.suspendedAt !== null) return 'suspended';
  if (runner.registeredAt !== null) {
    const seenMs = (runner.lastSeenAt ?? runner.registeredAt).getTime();
    return now.getTime() - seenMs < silentMs ? 'active' : 'offline';
  }
  return runner.tokenExpiresAt > now ? 'invited' : 'expired';
}

/** So many refused results within the time suspend a runner: one may be an accident. */
const refusalsToSuspend = 3;
const refusalMemoryMs = 24 * 3_600_000;

/** Adds a refused result to those of late, and decides whether they are too many. */
export function judgeRefusals(
  before: readonly Date[],
  now: Date,
): { readonly lately: Date[]; readonly isTooMany: boolean } {
  const lately = [...before.filter((at) => now.getTime() - at.getTime() < refusalMemoryMs), now];
  return { lately, isTooMany: lately.length >= refusalsToSuspend };
}

/** Longer than a slow line takes for a large source, and a slow computer for a part. */
const longestHoldMs = 3_600_000;

/** Tells whether a runner has held a part for so long that it only keeps others from it. */
export function isOverdue({ takenAt }: { readonly takenAt: Date }, now: Date): boolean {
  return now.getTime() - takenAt.getTime() > longestHoldMs;
}

/** A file that a part may consist of. */
export interface WantedFile {
  readonly name: string;
  readonly maxBytes: number;
}

/** Finds which wanted files have not come. */
export function listMissingFiles(
  wanted: readonly WantedFile[],
  received: readonly { readonly name: string }[],
): string[] {
  const here = new Set(received.map(({ name }) => name));
  return wanted.map(({ name }) => name).filter((name) => !here.has(name));
}

/** Finds the range that a call may read; undefined where there is none. */
export function findReadableRange(
  { start, end }: { readonly start: number; readonly end: number },
  { sizeBytes, mostBytes }: { readonly sizeBytes: number; readonly mostBytes: number },
): { readonly start: number; readonly end: number } | undefined {
  if (end < start || start >= sizeBytes) return undefined;
  return { start, end: Math.min(end, sizeBytes - 1, start + mostBytes - 1) };
}
