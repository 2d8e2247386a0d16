import { limits, type ProtectionReport } from '@prahari/contract';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { countRowsUpTo } from '../../../platform/db/count-rows.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { deleteSome } from '../../../platform/db/delete-some.ts';
import { writeOnce } from '../../../platform/db/written-once.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { licencePolicySchema } from '../../drm/index.ts';
import type { UserIds } from '../../users/index.ts';
import { playableColumns } from '../../videos/index.ts';
import type { DescribedStream } from '../concurrency/concurrent-stream-limit.rules.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { PlaybackSession, SignIn } from './sessions.rules.ts';

export interface FoundPlayback {
  readonly playback: PlaybackSession;
  readonly signIn: SignIn;
  /** Until when the password is confirmed, by place, in milliseconds of Unix time. */
  readonly accessUntil: Readonly<Record<string, number>>;
  readonly video: Parameters<PlaybackPorts['videos']['describePlayableVideo']>[0];
}

const longestMs = limits.videoAccessSessionSeconds * 1000;

/** Playback sessions with their sign-in and video. */
const found = writeOnce((db, ids: readonly string[]) =>
  db
    .selectFrom('playback_sessions as playback')
    .innerJoin('sessions', 'sessions.id', 'playback.session_id')
    .innerJoin('videos', 'videos.id', 'playback.video_id')
    .select([
      'playback.id as playbackId',
      'playback.session_id as sessionId',
      'playback.device_id as deviceId',
      'playback.user_id as userId',
      'playback.opened_at as openedAt',
      'playback.expires_at as expiresAt',
      'playback.started_at as startedAt',
      'playback.ended_at as endedAt',
      'playback.licence_policy as licencePolicy',
      'playback.scheme',
      'playback.ended_cause as endedCause',
      'playback.copy_id as copyId',
      'sessions.ended_at as signInEndedAt',
      'sessions.expires_at as signInExpiresAt',
      'sessions.video_access_expires_at as accessExpiresAt',
      'sessions.video_access_until as accessUntil',
    ])
    .select(playableColumns)
    .where(sql<boolean>`playback.id = ANY(${ids}::uuid[])`),
);

/** Locks the playback sessions of one user: one transaction at a time opens or ends them. */
export async function lockPlaybackOfUser(trx: Trx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`playback/${userId}`}, 0))`.execute(
    trx,
  );
}

/** Locks a user against changes until the transaction ends; others may share the lock. */
export async function lockUserShared(trx: Trx, userId: string): Promise<void> {
  await sql`SELECT FROM users WHERE id = ${userId} FOR SHARE`.execute(trx);
}

/**
 * Locks users, so that until the transaction ends they can't open playback of videos with a limited
 * audience, and administrators of any video.
 */
export async function lockUsersExclusively(trx: Trx, userIds: readonly string[]): Promise<void> {
  await sql`SELECT FROM users WHERE id = ANY (${[...userIds]}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`.execute(trx);
}

/** Tells whether a playback session was neither started nor ended, and locks its row. */
export async function lockUnstartedPlayback(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('playback_sessions')
    .select('id')
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists what these users play; of learners, without videos for everyone. */
export async function listRestrictedPlaybacks(trx: Trx, userIds: readonly string[], now: Date) {
  if (userIds.length === 0) return [];
  return trx
    .selectFrom('playback_sessions as playback')
    .innerJoin('users', 'users.id', 'playback.user_id')
    .innerJoin('videos', 'videos.id', 'playback.video_id')
    .select(['playback.id as playbackId', 'playback.user_id as userId'])
    .select(playableColumns)
    .where(sql<boolean>`playback.user_id = ANY (${[...userIds]}::uuid[])`)
    .where('playback.opened_at', '>', new Date(now.getTime() - longestMs))
    .where('playback.expires_at', '>', now)
    .where('playback.ended_at', 'is', null)
    .where((where) =>
      where.or([
        where('users.user_type', '!=', 'LEARNER'),
        where('videos.for_everyone', '=', false),
      ]),
    )
    .execute();
}

export async function endWithdrawnPlaybacks(
  trx: Trx,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('playback_sessions')
    .set({ ended_at: now, ended_cause: 'withdrawn' })
    .where(sql<boolean>`id = ANY (${[...ids]}::uuid[])`)
    .execute();
}

/** Ends all that one user plays of these videos. @returns ids of the sessions that ended */
export async function terminatePlaybacks(
  trx: Trx,
  userId: string,
  videoIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await trx
    .updateTable('playback_sessions')
    .set({ ended_at: now, ended_cause: 'terminated' })
    .where('user_id', '=', userId)
    .where('video_id', 'in', videoIds)
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts those that reported play since then, and are neither ended nor expired. */
export async function countPlayingSessions(db: Db, now: Date, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('playback_sessions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    // Finds them by the index of the newest.
    .where('opened_at', '>', new Date(now.getTime() - longestMs))
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .where('last_active_at', '>', since)
    .where('copy_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists the playbacks of one user: started, and neither ended nor expired. */
export async function listOpenPlaybacks(
  db: DbOrTrx,
  userId: string,
  now: Date,
): Promise<DescribedStream[]> {
  return (
    db
      .selectFrom('playback_sessions as playback')
      .innerJoin('sessions', 'sessions.id', 'playback.session_id')
      .innerJoin('videos', 'videos.id', 'playback.video_id')
      .select([
        'playback.id',
        'playback.session_id as sessionId',
        'playback.video_id as videoId',
        'playback.opened_at as openedAt',
        'playback.last_active_at as lastActiveAt',
        'sessions.user_agent as userAgent',
        'videos.title',
      ])
      .where('playback.user_id', '=', userId)
      // No play lasts longer than the video-access session; finds it by the index of users.
      .where('playback.opened_at', '>', new Date(now.getTime() - longestMs))
      .where('playback.expires_at', '>', now)
      .where('playback.started_at', 'is not', null)
      .where('playback.ended_at', 'is', null)
      .where('sessions.ended_at', 'is', null)
      .execute()
  );
}

/** Stores when a session reported that it plays; null when it reported that it does not. */
export async function updateLastActive(db: DbOrTrx, id: string, at: Date | null): Promise<void> {
  await db
    .updateTable('playback_sessions')
    .set({ last_active_at: at })
    .where('id', '=', id)
    .execute();
}

export async function updateProtectionReport(
  db: DbOrTrx,
  id: string,
  protection: ProtectionReport,
  at: Date,
): Promise<void> {
  await db
    .updateTable('playback_sessions')
    .set({ protection: JSON.stringify(protection), protection_at: at })
    .where('id', '=', id)
    .execute();
}

/** Finds the user and the sign-in of a playback session; undefined once it is deleted. */
export async function findPlaybackOwner(db: DbOrTrx, id: string) {
  const row = await db
    .selectFrom('playback_sessions as playback')
    .innerJoin('sessions', 'sessions.id', 'playback.session_id')
    .select(['playback.user_id as userId', 'playback.video_id as videoId'])
    .select(['playback.session_id as sessionId', 'playback.device_id as deviceId'])
    .select(['playback.ended_at as endedAt', 'sessions.address'])
    .select('sessions.user_agent as userAgent')
    .where('playback.id', '=', id)
    .executeTakeFirst();
  return row && { ...row, isOver: row.endedAt !== null };
}

/** Finds when the pages of these sessions last reported; silent ones are missing. */
export async function findLastReports(
  db: DbOrTrx,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('playback_sessions')
    .select('id')
    // At its start the server itself marks it as active.
    .select(
      sql<Date | null>`greatest(protection_at,
        CASE WHEN last_active_at > started_at THEN last_active_at END)`.as('at'),
    )
    .where(sql<boolean>`id = ANY (${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at] as const])));
}

/** Maps these playback sessions of one user to their videos; those of others are missing. */
export async function findVideosOfPlaybacks(
  db: DbOrTrx,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('playback_sessions')
    .select(['id', 'video_id'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.video_id]));
}

/** Deletes up to `atMost` that expired before a moment. @returns how many it deleted */
export function deletePastPlaybackSessions(db: Db, before: Date, atMost: number): Promise<number> {
  return deleteSome(db, { table: 'playback_sessions', column: 'expires_at' }, before, atMost);
}

/** Tells whether a playback session was opened with that user token. */
export async function isUserTokenUsed(db: DbOrTrx, userTokenId: string): Promise<boolean> {
  const row = await db
    .selectFrom('playback_sessions')
    .select('id')
    .where('user_token_id', '=', userTokenId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the latest started session of a video in a sign-in, expired or not. */
export async function findLatestPlayed(
  db: DbOrTrx,
  sessionId: string,
  videoId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('playback_sessions')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('video_id', '=', videoId)
    .where('started_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('opened_at', 'desc')
    .executeTakeFirst();
  return row?.id;
}

/** Finds two sessions in which a video is watched in one sign-in: open ones first, then the latest. */
export async function findLatestPlaybacks(
  db: DbOrTrx,
  { userId, sessionId, deviceId }: Pick<SessionCaller, 'userId' | 'sessionId' | 'deviceId'>,
  videoId: string,
  now: Date,
): Promise<{ id: string; isOpen: boolean }[]> {
  const isOpen = sql<boolean>`ended_at IS NULL AND expires_at > ${now}`;
  return db
    .selectFrom('playback_sessions')
    .select(['id', isOpen.as('isOpen')])
    .where('session_id', '=', sessionId)
    .where('video_id', '=', videoId)
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('copy_id', 'is', null)
    .orderBy('isOpen', 'desc')
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
}

/** Finds sessions with their sign-in and video, in one statement. */
export async function findPlaybackSessions(
  db: DbOrTrx,
  ids: readonly string[],
): Promise<FoundPlayback[]> {
  const rows = await found(db, ids);
  return rows.map((row) => {
    const { playbackId, signInEndedAt, signInExpiresAt, ...rest } = row;
    const { accessExpiresAt, accessUntil, licencePolicy, scheme, ...of } = rest;
    const { openedAt, startedAt, ...stored } = of;
    const { sessionId, deviceId, userId, expiresAt, ...ending } = stored;
    const { endedAt, endedCause, copyId, ...video } = ending;
    return {
      playback: {
        id: playbackId,
        sessionId,
        deviceId,
        userId,
        expiresAt,
        startedAt,
        endedAt,
        endedCause,
        copyId,
        openedAt,
        scheme,
        videoId: video.id,
        policy: z.parse(licencePolicySchema, licencePolicy),
      },
      signIn: { endedAt: signInEndedAt, expiresAt: signInExpiresAt, accessExpiresAt },
      accessUntil,
      video,
    };
  });
}

/** Lists the latest playbacks of these users that play at this moment, with the count of all up to `most`. */
export async function findPlaying(
  db: Db,
  { visible, now, since }: { readonly visible: UserIds; readonly now: Date; readonly since: Date },
  { atMost, most }: { readonly atMost: number; readonly most: number },
) {
  const playing = db
    .selectFrom('playback_sessions as playback')
    .where('opened_at', '>', new Date(now.getTime() - longestMs))
    .where('playback.expires_at', '>', now)
    .where('playback.ended_at', 'is', null)
    .where('last_active_at', '>', since)
    .where('copy_id', 'is', null)
    .where('playback.user_id', 'in', visible);
  const items = await playing
    .innerJoin('users', 'users.id', 'playback.user_id')
    .innerJoin('videos', 'videos.id', 'playback.video_id')
    .select(['playback.id', 'playback.user_id', 'users.name', 'video_id', 'title', 'opened_at'])
    .orderBy('opened_at', 'desc')
    .orderBy('playback.id', 'desc')
    .limit(atMost)
    .execute();
  return { items, count: await countRowsUpTo(db, playing, most) };
}
