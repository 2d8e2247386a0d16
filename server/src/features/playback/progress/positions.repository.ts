import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { readWatched } from './watched.presenter.ts';
import type { Watched } from './watched.rules.ts';

type UserVideo = { readonly userId: string; readonly videoId: string };

/** A user's progress with a video. */
export interface VideoProgress {
  readonly resumeAtSeconds: number;
  readonly completedAt: Date | null;
}

/**
 * Locks and returns what was watched so far; until the transaction ends it can't change
 * elsewhere.
 */
export async function lockProgress(
  trx: Trx,
  { userId, videoId, now }: UserVideo & { readonly now: Date },
): Promise<{ watched: Watched; completedAt: Date | null }> {
  const row = await trx
    .insertInto('playback_positions')
    .values({ user_id: userId, video_id: videoId, position_seconds: 0, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'video_id']).doUpdateSet({ updated_at: now }),
    )
    .returning(['watched', 'completed_at'])
    .executeTakeFirstOrThrow();
  return { watched: readWatched(row.watched), completedAt: row.completed_at };
}

export async function updateProgress(
  trx: Trx,
  { userId, videoId }: UserVideo,
  standing: { positionSeconds: number; watched: Watched; completedAt: Date | null },
): Promise<void> {
  await trx
    .updateTable('playback_positions')
    .set({
      position_seconds: standing.positionSeconds,
      watched: JSON.stringify(standing.watched),
      completed_at: standing.completedAt,
    })
    .where('user_id', '=', userId)
    .where('video_id', '=', videoId)
    .execute();
}

/** Maps videos to the user's progress; videos that were never started are missing. */
export async function findVideoProgress(
  db: DbOrTrx,
  userId: string,
  videoIds: readonly string[],
): Promise<Map<string, VideoProgress>> {
  if (videoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('playback_positions')
    .select(['video_id', 'position_seconds', 'completed_at'])
    .where('user_id', '=', userId)
    .where('video_id', 'in', videoIds)
    .execute();
  return new Map(
    rows.map((row) => [
      row.video_id,
      { resumeAtSeconds: row.position_seconds, completedAt: row.completed_at },
    ]),
  );
}

/** Lists ids of videos that this user started and did not finish, the latest first. */
export async function listStartedVideos(db: Db, userId: string, atMost: number): Promise<string[]> {
  const rows = await db
    .selectFrom('playback_positions')
    .select('video_id')
    .where('user_id', '=', userId)
    .where('position_seconds', '>', 0)
    .orderBy('updated_at', 'desc')
    .limit(atMost)
    .execute();
  return rows.map((row) => row.video_id);
}
