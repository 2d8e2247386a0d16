import type { StoredCopy } from './copy-store.ts';
import type { CopiesView, CopyFailure, KeptCopy } from './kept-copy.ts';

/**
 * Shows the copies of one learner, the latest first.
 * @param all copies of everyone in this browser: the bytes of all of them count
 * @param unwritten failures that could not be stored, by copy
 */
export function presentCopies(
  all: readonly StoredCopy[],
  {
    ownerId,
    unwritten,
    nowMs,
  }: {
    readonly ownerId: string | null;
    readonly unwritten: ReadonlyMap<string, CopyFailure>;
    readonly nowMs: number;
  },
): CopiesView {
  const own = all.filter((copy) => copy.userId === ownerId);
  const copies = own.map((copy) => {
    const failure = unwritten.get(copy.id);
    return presentCopy(failure ? { ...copy, state: 'failed', failure } : copy, nowMs);
  });
  copies.sort((a, b) => b.cachedAtMs - a.cachedAtMs);
  const bytes = all.reduce((sum, copy) => sum + copy.bytes, 0);
  return { copies, bytes, isKnown: true, isSupported: true };
}

/** Shows what is stored of a copy. An expired copy has failed, even if all of it is stored. */
export function presentCopy(copy: StoredCopy, nowMs: number): KeptCopy {
  const { id, videoId, title, durationSeconds, state, failure, revokedFor } = copy;
  const { bytes, totalBytes, cachedAtMs, expiresAtMs } = copy;
  const shown = { id, videoId, title, durationSeconds, state, failure, revokedFor };
  const whole = { ...shown, bytes, totalBytes, cachedAtMs, expiresAtMs };
  if (failure !== null || nowMs < expiresAtMs) return whole;
  return { ...whole, state: 'failed', failure: 'expired' };
}
