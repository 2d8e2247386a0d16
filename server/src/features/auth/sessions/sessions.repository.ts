import type { AdminScope, Permission, SessionEndCause, UserType } from '@prahari/contract';
import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Row } from '../../../platform/db/tables.ts';
import { publishRevoked } from '../../../platform/revocations/revocation-memory.ts';

export const sessionEndedChannel = 'session_ended';
export const rightsChangedChannel = 'rights_changed';
/** The number of places at which the password may be confirmed at the same time. */
const placesKept = 5;

export interface SessionState {
  readonly userId: string;
  readonly userType: UserType;
  readonly deviceId: string;
  readonly isLive: boolean;
  readonly endedCause: string | null;
  readonly permissions: readonly Permission[] | null;
  readonly adminScope: AdminScope | null;
  readonly hasSecondFactor: boolean;
  /** Whether it is bound to a key that the browser has proved to hold. */
  readonly isBound: boolean;
}

/** Sessions of one user: all, one, or all but one or those of one device. */
export interface WhichSessions {
  readonly userId: string;
  readonly sessionId?: string;
  readonly exceptDeviceId?: string;
  readonly exceptSessionId?: string;
  readonly onDeviceId?: string;
}

export type SessionRow = Pick<
  Row<'sessions'>,
  'id' | 'device_id' | 'user_agent' | 'address' | 'created_at' | 'last_seen_at' | 'bound_proven_at'
>;

/** @returns false when there is one of this id already */
export async function insertSession(
  db: DbOrTrx,
  session: {
    id: string;
    userId: string;
    deviceId: string;
    userAgent: string;
    address: string;
    now: Date;
    expiresAt: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      device_id: session.deviceId,
      user_agent: session.userAgent,
      address: session.address,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Finds when a user signed in on a device last, not counting one session; null for never. */
export async function findLastSignInAt(
  db: DbOrTrx,
  userId: string,
  { deviceId, sessionId }: { readonly deviceId: string; readonly sessionId: string },
): Promise<Date | null> {
  const row = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.max('created_at').as('last'))
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('id', '!=', sessionId)
    .executeTakeFirst();
  return row?.last ?? null;
}

/** Reads the states of sessions by their ids; unknown ids are missing. */
export async function findSessionStates(
  db: DbOrTrx,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, SessionState>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'user_id', 'user_type', 'permissions', 'admin_scope'])
    .select(['device_id', 'ended_at', 'ended_cause', 'expires_at', 'status', 'deleted_at'])
    .select('bound_proven_at')
    .select(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('second_factors')
            .select('second_factors.user_id')
            .whereRef('second_factors.user_id', '=', 'users.id')
            .where('enrolled_at', 'is not', null),
        ),
        exists(
          selectFrom('passkeys')
            .select('passkeys.id')
            .whereRef('passkeys.user_id', '=', 'users.id'),
        ),
      ]).as('has_second_factor'),
    )
    .where(({ eb, val, fn }) => eb('sessions.id', '=', fn.any(val([...ids]))))
    .execute();
  const stateOf = (row: (typeof rows)[number]): SessionState => ({
    userId: row.user_id,
    userType: row.user_type,
    deviceId: row.device_id,
    permissions: row.permissions,
    adminScope: row.admin_scope,
    hasSecondFactor: row.has_second_factor === true,
    endedCause: row.ended_cause,
    isBound: row.bound_proven_at !== null,
    isLive:
      row.ended_at === null &&
      row.expires_at > now &&
      row.status !== 'blocked' &&
      row.deleted_at === null,
  });
  return new Map(rows.map((row) => [row.id, stateOf(row)]));
}

/** Locks the user, so that permissions and blocking do not change until the transaction ends. */
export async function lockUserForShare(trx: Trx, userId: string): Promise<void> {
  await sql`SELECT FROM users WHERE id = ${userId} FOR SHARE`.execute(trx);
}

export async function hasUsedDevice(
  db: DbOrTrx,
  userId: string,
  deviceId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Marks sessions as ended and tells every process; the message goes out when the transaction commits.
 * @returns the ids that were live until now
 */
export async function markSessionsEnded(
  db: DbOrTrx,
  which: WhichSessions,
  cause: SessionEndCause,
  now: Date,
): Promise<string[]> {
  let update = db
    .updateTable('sessions')
    .set({ ended_at: now, ended_cause: cause, video_access_expires_at: null })
    .where('user_id', '=', which.userId)
    .where('ended_at', 'is', null);
  if (which.sessionId !== undefined) update = update.where('id', '=', which.sessionId);
  if (which.exceptDeviceId !== undefined) {
    update = update.where('device_id', '!=', which.exceptDeviceId);
  }
  if (which.onDeviceId !== undefined) update = update.where('device_id', '=', which.onDeviceId);
  if (which.exceptSessionId !== undefined) {
    update = update.where('id', '!=', which.exceptSessionId);
  }
  const rows = await update.returning('id').execute();
  await publishRevoked(db, sessionEndedChannel, rows);
  return rows.map((row) => row.id);
}

/**
 * Marks up to `atMost` expired sessions as ended, the longest ago first, at the time of their expiry.
 * No message goes out: every check refuses them by then.
 */
export async function markExpiredSessionsEnded(
  trx: Trx,
  now: Date,
  atMost: number,
): Promise<{ sessionId: string; userId: string }[]> {
  const { rows } = await sql<{ sessionId: string; userId: string }>`
    UPDATE sessions
    SET ended_at = expires_at, ended_cause = 'expired', video_access_expires_at = NULL
    WHERE id = ANY (ARRAY(
      SELECT id FROM sessions WHERE ended_at IS NULL AND expires_at < ${now}
      ORDER BY expires_at LIMIT ${atMost} FOR UPDATE SKIP LOCKED
    ))
    RETURNING id AS "sessionId", user_id AS "userId"`.execute(trx);
  return rows;
}

/** Marks all sessions of many users as ended, as `markSessionsEnded` does. */
export async function markSessionsOfManyEnded(
  trx: Trx,
  userIds: readonly string[],
  cause: SessionEndCause,
  now: Date,
): Promise<{ sessionId: string; userId: string }[]> {
  const rows = await trx
    .updateTable('sessions')
    .set({ ended_at: now, ended_cause: cause, video_access_expires_at: null })
    .where(sql<boolean>`user_id = ANY (${[...userIds]}::uuid[])`)
    .where('ended_at', 'is', null)
    .returning(['id as sessionId', 'user_id as userId'])
    .execute();
  const revoked = rows.map(({ sessionId }) => ({ id: sessionId }));
  await publishRevoked(trx, sessionEndedChannel, revoked);
  return rows;
}

/** Finds the sessions that can still be used or refreshed, the latest first. */
export async function findLiveSessions(
  db: DbOrTrx,
  userId: string,
  now: Date,
): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'device_id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .select('bound_proven_at')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_tokens')
          .select('session_id')
          .whereRef('session_id', '=', 'sessions.id')
          .where('refresh_tokens.expires_at', '>', now),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function findSessionsEndedSince(db: DbOrTrx, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('ended_at', '>=', since)
    .execute();
  return rows.map((row) => row.id);
}

export async function updateLastSeen(db: DbOrTrx, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).execute();
}

/** Updates many with one statement. Skips rows that another transaction has locked. */
export async function updateManyLastSeen(
  db: DbOrTrx,
  seen: { readonly ids: readonly string[]; readonly at: readonly Date[] },
): Promise<void> {
  await sql`
    UPDATE sessions SET last_seen_at = due.at
    FROM (
      SELECT sessions.id, seen.at
      FROM unnest(${seen.ids}::uuid[], ${seen.at}::timestamptz[]) AS seen (id, at)
      JOIN sessions ON sessions.id = seen.id AND sessions.last_seen_at < seen.at
      WHERE sessions.ended_at IS NULL
      FOR NO KEY UPDATE OF sessions SKIP LOCKED
    ) AS due
    WHERE sessions.id = due.id`.execute(db);
}

/**
 * Opens video access at that place. Other places stay open until their own end, so that a learner
 * who moves between two networks is asked once in each.
 * @returns false when the session has ended
 */
export async function saveVideoAccess(
  db: DbOrTrx,
  id: string,
  { expiresAt, place, now }: { expiresAt: Date; place: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE sessions SET
      video_access_expires_at = greatest(video_access_expires_at, ${expiresAt}::timestamptz),
      video_access_until = (SELECT jsonb_object_agg(place, until) FROM (
        SELECT key AS place, value::bigint AS until FROM jsonb_each_text(video_access_until)
        WHERE key <> ${place}::text AND value::bigint > ${now.getTime()}::bigint
        UNION ALL SELECT ${place}::text, ${expiresAt.getTime()}::bigint
        ORDER BY until DESC LIMIT ${sql.lit(placesKept)}) AS latest)
    WHERE id = ${id}::uuid AND ended_at IS NULL`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Finds where the password was confirmed; null when it was not, or is no longer valid. */
export async function findConfirmedPlaces(
  db: DbOrTrx,
  id: string,
  now: Date,
): Promise<{
  readonly sessionEndsAt: Date;
  /** By place, in milliseconds of Unix time. */
  readonly until: Readonly<Record<string, number>>;
} | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['expires_at', 'video_access_until'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('video_access_expires_at', '>', now)
    .executeTakeFirst();
  return row ? { sessionEndsAt: row.expires_at, until: row.video_access_until } : null;
}
