import type { VideoInsights } from '@prahari/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { UserIds } from '../../users/index.ts';

interface UseOfVideo {
  readonly videoId: string;
  /** Of these users only. */
  readonly visible: UserIds;
  readonly since: Date;
}

/** Bounds what one look at a page costs; it says when there was more. */
const mostPlays = 20_000;
const mostEvents = 100_000;

/**
 * Sums up the plays of learners: how many began in each time of 24 hours, by how many of them, and
 * what was watched. Watched is how far the position moved between two reports of a playback, unless
 * it jumped, or went further than a player can in that time.
 */
export async function sumPlays(db: Db, { videoId, visible, since }: UseOfVideo) {
  const { rows } = await sql<{
    plays: number[];
    learners: number;
    watchSeconds: number;
    isPartial: boolean;
  }>`
    WITH play AS (
      SELECT playback.user_id, playback.started_at FROM playback_sessions AS playback
      JOIN users ON users.id = playback.user_id AND users.user_type = 'LEARNER'
      WHERE playback.video_id = ${videoId} AND playback.opened_at >= ${since}
        AND playback.started_at IS NOT NULL AND playback.user_id IN (${visible})
      ORDER BY playback.opened_at DESC LIMIT ${mostPlays}
    ), said AS (
      SELECT playback_session_id, event, position_seconds, happened_at
      FROM playback_events
      WHERE video_id = ${videoId} AND opened_at >= ${since} AND user_id IN (${visible})
        AND user_id IN (SELECT id FROM users WHERE user_type = 'LEARNER')
      ORDER BY opened_at DESC LIMIT ${mostEvents}
    ), step AS (
      SELECT event, position_seconds - lag(position_seconds) OVER reports AS seconds,
        extract(epoch FROM happened_at - lag(happened_at) OVER reports)::float8 AS took
      FROM said
      WINDOW reports AS (PARTITION BY playback_session_id ORDER BY happened_at, position_seconds)
    )
    SELECT
      ARRAY(
        SELECT (SELECT count(*) FROM play
          WHERE floor(extract(epoch FROM started_at - ${since}::timestamptz) / 86400) = day)::int
        FROM generate_series(0, 29) AS day ORDER BY day
      ) AS plays,
      (SELECT count(DISTINCT user_id) FROM play)::int AS learners,
      (SELECT coalesce(sum(seconds), 0) FROM step
        WHERE event <> 'seek' AND seconds > 0 AND seconds <= 2.5 * took + 1)::float8
        AS "watchSeconds",
      ((SELECT count(*) FROM play) = ${mostPlays} OR (SELECT count(*) FROM said) = ${mostEvents})
        AS "isPartial"`.execute(db);
  const [sums] = rows;
  return sums ?? { plays: [], learners: 0, watchSeconds: 0, isPartial: false };
}

/** Finds how much was made of a video, and the facts about its content keys. */
export async function findVideoProtection(
  db: Db,
  videoId: string,
): Promise<Pick<VideoInsights, 'mediaBytes' | 'keys'>> {
  const stored = await db
    .selectFrom('stored_media')
    .select('media_bytes')
    .where('video_id', '=', videoId)
    .executeTakeFirst();
  const keys = await db
    .selectFrom('content_keys')
    .innerJoin('videos', 'videos.id', 'content_keys.video_id')
    .select(['quality_class', 'content_keys.scheme', 'content_keys.created_at'])
    .where('video_id', '=', videoId)
    .whereRef('content_keys.generation', '=', 'videos.key_generation')
    .orderBy('content_keys.scheme')
    .orderBy(sql`array_position(ARRAY['AUDIO', 'SD', 'HD'], quality_class)`)
    .execute();
  return {
    mediaBytes: stored?.media_bytes ?? null,
    keys: keys.map((key) => ({
      quality: key.quality_class,
      scheme: key.scheme,
      createdAt: key.created_at.toISOString(),
    })),
  };
}

/** Counts licences by key system: those of playbacks that were opened since. */
export async function countVideoLicences(
  db: Db,
  { videoId, visible, since }: UseOfVideo,
): Promise<VideoInsights['licences']> {
  const { rows } = await sql<VideoInsights['licences'][number]>`
    SELECT licence.drm_system AS system, sum(licence.requests)::int AS count
    FROM (
      SELECT id FROM playback_sessions
      WHERE video_id = ${videoId} AND opened_at >= ${since} AND user_id IN (${visible})
      ORDER BY opened_at DESC LIMIT ${mostPlays}
    ) AS playback
    JOIN drm_licences AS licence ON licence.playback_session_id = playback.id
    GROUP BY licence.drm_system ORDER BY licence.drm_system`.execute(db);
  return rows;
}
