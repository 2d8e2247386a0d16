import { writeAuditEntry } from '../../../../platform/audit-log/write-audit-entry.ts';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Db } from '../../../../platform/db/database.ts';
import { recordEvent } from '../../../../platform/events/record-event.ts';
import type { ObjectStorage } from '../../../../platform/storage/storage.ts';
import { mediaPrefixOf } from '../../../delivery/index.ts';
import type { CatalogueRepository } from '../../videos.repository.ts';

export interface RemoveDeletedDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: ObjectStorage;
  readonly videos: CatalogueRepository;
  readonly graceMs: number;
}

/** Few at a time: each may be many gigabytes of files. */
const mostAtOnce = 20;

/**
 * Removes for good the videos that were deleted longer ago than the time of grace: media, keys and
 * row. The row goes last and stays locked meanwhile, so that an interrupted removal is repeated,
 * and a video whose media is gone can't be restored.
 * @returns how many were removed
 */
export function createRemoveDeleted(deps: RemoveDeletedDeps) {
  const { db, clock, storage, videos, graceMs } = deps;
  return async function removeDeleted(atMost: number): Promise<number> {
    const before = new Date(clock.now().getTime() - graceMs);
    const ids = await videos.deletedBefore(db, before, Math.min(atMost, mostAtOnce));
    for (const id of ids) {
      await db.transaction().execute(async (trx) => {
        const now = clock.now();
        const row = await videos.lockById(trx, id);
        if (!row?.deleted_at || row.deleted_at >= before) return;
        await storage.removePrefix(mediaPrefixOf(id));
        await videos.removeForGood(trx, id);
        await recordEvent(trx, 'video.removed', { videoId: id }, now);
        const act = {
          action: 'video.remove-for-good',
          actor: { userId: null, name: 'Prahari' },
          subject: { id, name: row.title },
          before: { title: row.title, deletedAt: row.deleted_at.toISOString() },
          after: {},
          address: 'local',
        } as const;
        await writeAuditEntry(trx, act, now);
      });
    }
    return ids.length;
  };
}
