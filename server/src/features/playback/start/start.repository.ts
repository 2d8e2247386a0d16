import { randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { EventRow } from '../../../platform/events/event-row.ts';
import { insertEventsSql } from '../../../platform/events/record-event.ts';
import { isLastingUser } from '../../../platform/throwaway/throwaway-id.ts';
import { playableColumns } from '../../videos/index.ts';
import type { PlaybackPorts } from '../ports.ts';
import { playbackStoppedChannel } from '../sessions/ended-playbacks.repository.ts';
import type { PlaybackSession } from '../sessions/sessions.rules.ts';
import { suspendedUntilSql } from '../suspensions/suspensions.repository.ts';

/** So many sessions of one video may start at once without waiting for the same row. */
const viewParts = 16;
/**
 * A video that is opened again so soon, in the same sign-in, is the same view: the page was
 * reloaded, an error retried, or another encryption scheme requested.
 */
const sameViewSeconds = 30;

export interface NewPlaybackSession
  extends Omit<PlaybackSession, 'startedAt' | 'endedAt' | 'endedCause'> {
  readonly userTokenId: string;
  /** What it plays on, for reports; each empty where unknown. */
  readonly playsOn: { readonly browser: string; readonly system: string; readonly network: string };
}

/** What opening or starting a playback session changes besides its own row. */
export interface PlaybackChange {
  /** Of the one that starts: an older one of both ends. Null while none starts. */
  readonly starts: Pick<PlaybackSession, 'sessionId' | 'videoId'> | null;
  /** Ids of the playbacks that it replaces. */
  readonly moved: readonly string[];
  readonly events: readonly EventRow[];
  readonly now: Date;
}

/** The facts in the database when a user requests to play a video. */
export interface StartFactsRow {
  readonly video: Parameters<PlaybackPorts['videos']['describePlayableVideo']>[0];
  readonly contactNumber: string;
  /** Null when the password was not confirmed for watching at that place, or the sign-in is over. */
  readonly accessEndsAt: Date | null;
  readonly isUserTokenUsed: boolean;
  /** Whether this user ever had a violation with this video. */
  readonly hasStanding: boolean;
  /** Until when all playback of this user is suspended; null where it isn't. */
  readonly suspendedUntil: Date | null;
  readonly resumeAtSeconds: number;
}

/**
 * Finds all facts in one statement, as classes start together.
 * @returns undefined when there is no such user or video
 */
export async function findStartFacts(
  db: Db,
  asked: {
    userId: string;
    sessionId: string;
    videoId: string;
    userTokenId: string | null;
    place: string;
  },
  now: Date,
): Promise<StartFactsRow | undefined> {
  const { userId, sessionId, videoId, userTokenId, place } = asked;
  const row = await db
    .selectFrom('videos')
    .innerJoin('users', (join) =>
      join.on('users.id', '=', userId).on('users.deleted_at', 'is', null),
    )
    .leftJoin('sessions', (join) =>
      join
        .on('sessions.id', '=', sessionId)
        .on('sessions.ended_at', 'is', null)
        .on('sessions.expires_at', '>', now)
        .on('sessions.video_access_expires_at', '>', now)
        .on(sql<boolean>`${accessUntilAt(place)} > ${now}`),
    )
    .leftJoin('playback_positions as position', (join) =>
      join.onRef('position.user_id', '=', 'users.id').onRef('position.video_id', '=', 'videos.id'),
    )
    .select(playableColumns)
    .select('users.contact_number as contactNumber')
    .select(
      sql<Date | null>`least(${accessUntilAt(place)}, sessions.expires_at)`.as('accessEndsAt'),
    )
    .select('position.position_seconds as positionSeconds')
    .select(
      sql<boolean>`EXISTS (SELECT FROM playback_sessions WHERE user_token_id = ${userTokenId})`.as(
        'isUserTokenUsed',
      ),
    )
    .select(
      sql<boolean>`EXISTS (SELECT FROM video_terminations WHERE user_id = ${userId}
          AND video_id = ${videoId} AND lifted_at IS NULL)
        OR EXISTS (SELECT FROM security_incidents WHERE user_id = ${userId}
          AND video_id = ${videoId} AND is_violation)`.as('hasStanding'),
    )
    .select(suspendedUntilSql(userId, now).as('suspendedUntil'))
    .where('videos.id', '=', videoId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { contactNumber, accessEndsAt, positionSeconds, isUserTokenUsed, ...rest } = row;
  const { hasStanding, suspendedUntil, ...video } = rest;
  const resumeAtSeconds = positionSeconds ?? 0;
  return {
    video,
    contactNumber,
    accessEndsAt,
    isUserTokenUsed,
    hasStanding,
    suspendedUntil,
    resumeAtSeconds,
  };
}

/**
 * Inserts a playback session with all that it changes.
 * @param isStarted false for what is opened ahead of a click
 * @returns ids of what ended for it; null, with nothing to be kept, when another one has that code
 *   or was opened with that user token, or when access of the user to the video was ended or
 *   playback suspended
 */
export async function insertPlaybackSession(
  trx: Trx,
  playback: NewPlaybackSession & { readonly code: string },
  change: PlaybackChange,
): Promise<string[] | null> {
  const { id, sessionId, deviceId, userId, videoId, code, openedAt } = playback;
  const { expiresAt, userTokenId, policy, scheme, playsOn } = playback;
  const { rows } = await sql<{ opened: number; ended: string[] }>`
    WITH ended AS (${endSql(change)}), opened AS (
      INSERT INTO playback_sessions (id, session_id, device_id, user_id, video_id, code, opened_at,
        expires_at, user_token_id, licence_policy, scheme, last_active_at, started_at, browser,
        system, network, copy_id)
      SELECT ${id}::uuid, ${sessionId}::uuid, ${deviceId}::text, ${userId}::uuid, ${videoId}::uuid,
        ${code}::text, ${openedAt}::timestamptz, ${expiresAt}::timestamptz, ${userTokenId}::text,
        ${JSON.stringify(policy)}::jsonb, ${scheme}::text, ${change.starts ? openedAt : null}::timestamptz,
        ${change.starts ? openedAt : null}::timestamptz, ${playsOn.browser}::text,
        ${playsOn.system}::text, ${playsOn.network}::text, ${playback.copyId}::uuid
      WHERE ${afterTheEnd} AND NOT EXISTS (SELECT FROM video_terminations
        WHERE user_id = ${userId}::uuid AND video_id = ${videoId}::uuid AND lifted_at IS NULL)
        AND ${suspendedUntilSql(userId, change.now)} IS NULL
      ON CONFLICT DO NOTHING
      RETURNING video_id, user_id, started_at
    ), viewed AS (${countViewSql(sql`opened WHERE started_at IS NOT NULL`, change.now)}
    ), noted AS (${insertEventsSql(change.events)})
    SELECT (SELECT count(*)::int FROM opened) AS opened, ${endedSql}`.execute(trx);
  const [row] = rows;
  return row?.opened === 1 ? row.ended : null;
}

/** Starts a session that was opened ahead of a click. @returns ids of what ended for it */
export async function updateStarted(
  trx: Trx,
  id: string,
  change: PlaybackChange,
): Promise<string[]> {
  const { rows } = await sql<{ ended: string[] }>`
    WITH ended AS (${endSql(change)}), started AS (
      UPDATE playback_sessions SET started_at = ${change.now}, last_active_at = ${change.now}
      WHERE id = ${id} AND ${afterTheEnd}
      RETURNING video_id, user_id
    ), viewed AS (${countViewSql(sql`started`, change.now)}), noted AS (${insertEventsSql(change.events)})
    SELECT ${endedSql}`.execute(trx);
  return rows[0]?.ended ?? [];
}

/** Reads until when the password counts as confirmed at that place; null if it was not. */
function accessUntilAt(place: string): RawBuilder<Date | null> {
  return sql`to_timestamp((sessions.video_access_until ->> ${place}::text)::float8 / 1000)`;
}

/** Always true, but ends the older rows first: a session may play a video only once at a time. */
const afterTheEnd = sql`(SELECT count(*) FROM ended) >= 0`;

function endSql({ starts, moved, now }: PlaybackChange): RawBuilder<unknown> {
  const { sessionId = null, videoId = null } = starts ?? {};
  return sql`UPDATE playback_sessions SET ended_at = ${now}::timestamptz,
      ended_cause = CASE WHEN id = ANY (${[...moved]}::uuid[]) THEN 'moved' ELSE 'replaced' END
    WHERE id = ANY (${[...moved]}::uuid[]) OR (session_id = ${sessionId}::uuid
      AND video_id = ${videoId}::uuid AND started_at IS NOT NULL AND ended_at IS NULL)
    RETURNING id, ended_cause, started_at`;
}

/** Publishes what ended to every process when the transaction commits. */
const endedSql = sql`ARRAY(SELECT id FROM ended) AS ended, (SELECT count(*) FROM (
  SELECT pg_notify(${sql.lit(playbackStoppedChannel)}, string_agg(id::text, ' ')) FROM ended
  HAVING count(*) > 0) AS message) AS published`;

/**
 * Counts one more view of the video, unless an administrator or a throwaway account plays it or the
 * view is the same.
 */
function countViewSql(played: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  const since = new Date(now.getTime() - sameViewSeconds * 1000);
  return sql`INSERT INTO video_views (video_id, part, views)
    SELECT played.video_id, ${randomInt(viewParts)}::int, 1
    FROM (SELECT video_id, user_id FROM ${played}) AS played
    JOIN users ON users.id = played.user_id AND users.user_type = 'LEARNER'
      AND ${isLastingUser(sql`users.id`)}
    WHERE NOT EXISTS (SELECT FROM ended WHERE ended_cause = 'replaced' AND started_at > ${since})
    ON CONFLICT (video_id, part) DO UPDATE SET views = video_views.views + 1`;
}
