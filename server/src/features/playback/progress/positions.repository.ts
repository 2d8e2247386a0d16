import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { readWatched } from './watched.presenter.ts';
import type { Watched } from './watched.rules.ts';

type UserVideo = { readonly userId: string; readonly videoId: string };

/** A user's progress with a video, and whether access to it was ended. */
export interface VideoProgress {
  readonly resumeAtSeconds: number | null;
  readonly completedAt: Date | null;
  readonly watchedAt: Date | null;
  readonly termination: { readonly at: Date; readonly reviewRequestedAt: Date | null } | null;
}

/**
 * Locks and returns what was watched so far; until the transaction ends it can't change
 * elsewhere.
 */
export async function lockProgress(
  trx: Trx,
  { userId, videoId, now }: UserVideo & { readonly now: Date },
): Promise<{ positionSeconds: number; watched: Watched; completedAt: Date | null }> {
  const row = await trx
    .insertInto('playback_positions')
    .values({ user_id: userId, video_id: videoId, position_seconds: 0, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'video_id']).doUpdateSet({ updated_at: now }),
    )
    .returning(['position_seconds', 'watched', 'completed_at'])
    .executeTakeFirstOrThrow();
  const { position_seconds: positionSeconds, completed_at: completedAt } = row;
  return { positionSeconds, watched: readWatched(row.watched), completedAt };
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

/**
 * Maps videos to the user's progress, in one query; videos that were never started, and access to
 * which was not ended, are missing.
 */
export async function findVideoProgress(
  db: DbOrTrx,
  userId: string,
  videoIds: readonly string[],
): Promise<Map<string, VideoProgress>> {
  if (videoIds.length === 0) return new Map();
  const ids = sql`${[...videoIds]}::uuid[]`;
  const { rows } = await sql<{
    id: string;
    position_seconds: number | null;
    completed_at: Date | null;
    updated_at: Date | null;
    terminated_at: Date | null;
    review_requested_at: Date | null;
  }>`SELECT coalesce(place.video_id, ended.video_id) AS id, position_seconds, completed_at,
      updated_at, terminated_at, review_requested_at
    FROM (SELECT * FROM playback_positions
      WHERE user_id = ${userId}::uuid AND video_id = ANY (${ids})) AS place
    FULL JOIN (SELECT * FROM video_terminations
      WHERE user_id = ${userId}::uuid AND video_id = ANY (${ids}) AND lifted_at IS NULL) AS ended
      ON ended.video_id = place.video_id`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        resumeAtSeconds: row.position_seconds,
        completedAt: row.completed_at,
        watchedAt: row.updated_at,
        termination: row.terminated_at && {
          at: row.terminated_at,
          reviewRequestedAt: row.review_requested_at,
        },
      },
    ]),
  );
}

/** Lists ids of videos that this user began, did not finish and may still play, the latest first. */
export async function listStartedVideos(db: Db, userId: string, atMost: number): Promise<string[]> {
  const rows = await db
    .selectFrom('playback_positions as place')
    .select('video_id')
    .where('user_id', '=', userId)
    .where('position_seconds', '>', 0)
    // One that is watched again has been finished.
    .where('completed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('video_terminations as ended')
            .select('ended.id')
            .whereRef('ended.user_id', '=', 'place.user_id')
            .whereRef('ended.video_id', '=', 'place.video_id')
            .where('ended.lifted_at', 'is', null),
        ),
      ),
    )
    .orderBy('updated_at', 'desc')
    .limit(atMost)
    .execute();
  return rows.map((row) => row.video_id);
}

/** Lists ids of videos that this user has watched some of, the latest first. */
export async function listWatchedVideos(db: Db, userId: string, atMost: number): Promise<string[]> {
  const rows = await db
    .selectFrom('playback_positions')
    .select('video_id')
    .where('user_id', '=', userId)
    .where(({ eb, or }) => or([eb('position_seconds', '>', 0), eb('completed_at', 'is not', null)]))
    .orderBy('updated_at', 'desc')
    .limit(atMost)
    .execute();
  return rows.map((row) => row.video_id);
}
