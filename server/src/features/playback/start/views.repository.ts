import type { DbOrTrx } from '../../../platform/db/database.ts';

/**
 * Counts how often playback was opened, by video id; videos that were never opened are missing.
 */
export async function countViews(
  db: DbOrTrx,
  videoIds: readonly string[],
): Promise<Map<string, number>> {
  if (videoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('video_views')
    .select((select) => ['video_id', select.fn.sum<string>('views').as('views')])
    .where('video_id', 'in', videoIds)
    .groupBy('video_id')
    .execute();
  return new Map(rows.map((row) => [row.video_id, Number(row.views)]));
}
