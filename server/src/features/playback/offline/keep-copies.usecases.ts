import { type DataOf, type endpoints, offlineLimits } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { canPlay } from '../../videos/index.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { presentCopy } from './copies.presenter.ts';
import {
  endFetching,
  findCopiesToCheck,
  listKeptCopies,
  updateChecked,
  updateRemoved,
} from './copies.repository.ts';
import { findRevocation, judgeCopy } from './copies.rules.ts';
import { copyNotFound } from './offline.errors.ts';

type OfflineCalls = typeof endpoints.offline;

/** With those that are over, which a browser has still to remove. */
const mostListed = 5 * offlineLimits.copies;

/** Lists what the caller's device keeps for the caller. */
export async function listCopies(
  { db, clock, systemConfig }: Pick<PlaybackDeps, 'db' | 'clock' | 'systemConfig'>,
  caller: SessionCaller,
): Promise<DataOf<OfflineCalls['list']>> {
  const now = clock.now();
  const rows = await listKeptCopies(db, caller, { now, atMost: mostListed });
  return {
    enabled: systemConfig.current().playback.offlineCopies,
    serverTime: now.toISOString(),
    copies: rows.map((row) => presentCopy(row, now)),
  };
}

/**
 * Checks whether copies on the caller's device are still good, and revokes those that are not: what
 * a browser was told once, it is told again.
 */
export async function checkCopies(
  deps: Pick<PlaybackDeps, 'db' | 'clock' | 'systemConfig' | 'videos' | 'playbackRevocations'>,
  caller: SessionCaller,
  ids: readonly string[],
): Promise<DataOf<OfflineCalls['check']>> {
  const { db, clock, systemConfig, videos } = deps;
  const now = clock.now();
  const isAllowed = systemConfig.current().playback.offlineCopies;
  const viewer = await videos.describeViewer(caller);
  const { known, ended } = await db.transaction().execute(async (trx) => {
    const found = await findCopiesToCheck(trx, caller, ids, now);
    const judged = found.map(({ copyId, expiresAt, revokedFor, ...facts }) => {
      const { isTerminated, suspendedUntil, ...video } = facts;
      const isSuspended = suspendedUntil !== null;
      const isPlayable = canPlay(viewer, video, now);
      const isOver = judgeCopy({ expiresAt, revokedFor }, now) !== 'valid';
      const reason = findRevocation({ isAllowed, isTerminated, isSuspended, isPlayable });
      return { id: copyId, revokedFor: isOver ? revokedFor : reason };
    });
    const rows = judged.length === 0 ? [] : await updateChecked(trx, judged, now);
    const revoked = rows.flatMap(({ id, revokedFor }) => (revokedFor === null ? [] : [id]));
    const over = await endFetching(trx, caller.userId, revoked, { cause: 'withdrawn', now });
    await deps.playbackRevocations.publish(trx, over);
    return { known: new Map(rows.map((row) => [row.id, row])), ended: over };
  });
  deps.playbackRevocations.note(ended);
  const copies = [...new Set(ids)].map((id) => {
    const row = known.get(id);
    if (!row) return { id, state: 'unknown' as const, revokedFor: null };
    return { id, state: judgeCopy(row, now), revokedFor: row.revokedFor };
  });
  return { serverTime: now.toISOString(), copies };
}

/** Notes that a copy was removed from the caller's device; again, it changes nothing. @throws AppError 404 */
export async function removeCopy(
  { db, clock, playbackRevocations }: Pick<PlaybackDeps, 'db' | 'clock' | 'playbackRevocations'>,
  caller: SessionCaller,
  id: string,
): Promise<undefined> {
  const now = clock.now();
  const ended = await db.transaction().execute(async (trx) => {
    if (!(await updateRemoved(trx, id, caller, now))) throw copyNotFound();
    const over = await endFetching(trx, caller.userId, [id], { cause: 'withdrawn', now });
    await playbackRevocations.publish(trx, over);
    return over;
  });
  playbackRevocations.note(ended);
}
