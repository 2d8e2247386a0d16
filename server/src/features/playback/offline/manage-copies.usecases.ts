import type { DataOf, endpoints, LearnerOfflineCopy, QueryOf } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { presentLearnerCopy } from './copies.presenter.ts';
import { endFetching, listCopyPage, lockCopyOf, updateRevoked } from './copies.repository.ts';
import { copyNotFound } from './offline.errors.ts';

/** Lists what a learner keeps on devices. @throws AppError 404 for learners the caller may not see */
export async function listCopiesOf(
  { db, clock, users }: Pick<PlaybackDeps, 'db' | 'clock' | 'users'>,
  caller: SessionCaller,
  userId: string,
  { page, limit }: QueryOf<typeof endpoints.offline.ofLearner>,
): Promise<DataOf<typeof endpoints.offline.ofLearner>> {
  await users.requireVisibleLearner(caller, userId);
  const window = { limit, offset: (page - 1) * limit };
  const { items, total } = await listCopyPage(db, userId, window);
  const now = clock.now();
  return { items: items.map((row) => presentLearnerCopy(row, now)), page, limit, total };
}

/**
 * Revokes a copy of a user the caller may see: nothing more is fetched of it, and its browser removes
 * it when it next asks. One that is revoked already stays as it is.
 * @throws AppError 404
 */
export async function revokeCopy(
  deps: Pick<PlaybackDeps, 'db' | 'clock' | 'users' | 'playbackRevocations'>,
  caller: SessionCaller,
  id: string,
  address: string,
): Promise<LearnerOfflineCopy> {
  const { db, clock, users, playbackRevocations } = deps;
  const visible = users.visibleIds(caller);
  const now = clock.now();
  const { copy, ended } = await db.transaction().execute(async (trx) => {
    const found = await lockCopyOf(trx, id, visible);
    if (!found) throw copyNotFound();
    if (found.revokedFor !== null) return { copy: found, ended: [] };
    const { userId, userName, title } = found;
    const revokedFor = 'administrator' as const;
    await updateRevoked(trx, id, revokedFor, now);
    const over = await endFetching(trx, userId, [id], { cause: 'withdrawn', now });
    await playbackRevocations.publish(trx, over);
    const act = {
      action: 'offline-copy.revoke',
      actor: { userId: caller.userId, name: (await users.nameOf(trx, caller.userId)) ?? '' },
      subject: { id: userId, name: userName },
      before: { revoked: false },
      after: { revoked: true, video: title },
      address,
    } as const;
    await writeAuditEntry(trx, act, now);
    return { copy: { ...found, revokedFor }, ended: over };
  });
  playbackRevocations.note(ended);
  return presentLearnerCopy(copy, now);
}
