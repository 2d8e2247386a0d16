import { writeAuditEntry } from '../../../../platform/audit-log/write-audit-entry.ts';
import { recordEvent } from '../../../../platform/events/record-event.ts';
import { formatMediaPrefix } from '../../../delivery/index.ts';
import { computeGraceMs } from '../../videos.config.ts';
import type { VideosDeps } from '../../videos.deps.ts';
import { deleteVideoRow, listVideosDeletedBefore, lockVideo } from '../../videos.repository.ts';

/** Few at a time: each may be many gigabytes of files. */
const mostAtOnce = 20;

/**
 * Purges the videos whose deletion can no longer be undone: media, keys and row. The row is removed
 * last and stays locked until then, so that an interrupted purge is repeated, and a video without
 * media can't be restored.
 * @returns how many were removed
 */
export async function purgeDeletedVideos(
  { db, clock, storage, settings }: Pick<VideosDeps, 'db' | 'clock' | 'storage' | 'settings'>,
  atMost: number,
): Promise<number> {
  const before = new Date(clock.now().getTime() - computeGraceMs(settings));
  const ids = await listVideosDeletedBefore(db, before, Math.min(atMost, mostAtOnce));
  for (const id of ids) {
    await db.transaction().execute(async (trx) => {
      const now = clock.now();
      const row = await lockVideo(trx, id);
      if (!row?.deleted_at || row.deleted_at >= before) return;
      await storage.removePrefix(formatMediaPrefix(id));
      await deleteVideoRow(trx, id);
      await recordEvent(trx, 'video.removed', { videoId: id }, now);
      const entry = {
        action: 'video.remove-for-good',
        actor: { userId: null, name: 'Prahari' },
        subject: { id, name: row.title },
        before: { title: row.title, deletedAt: row.deleted_at.toISOString() },
        after: {},
        address: 'local',
      } as const;
      await writeAuditEntry(trx, entry, now);
    });
  }
  return ids.length;
}
