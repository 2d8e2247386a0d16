import type { OfflineRevocation } from '@prahari/contract';
import { sql } from 'kysely';
import { countRows } from '../../../platform/db/count-rows.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { UserIds } from '../../users/index.ts';
import { playableColumns } from '../../videos/index.ts';
import type { PlaybackEndCause } from '../playback.tables.ts';
import { suspendedUntilSql } from '../suspensions/suspensions.repository.ts';

/** Whose copies, and on which device. */
export interface Keeper {
  readonly userId: string;
  readonly deviceId: string;
}

const copyColumns = [
  'copy.id',
  'copy.video_id as videoId',
  'copy.title',
  'copy.created_at as createdAt',
  'copy.expires_at as expiresAt',
  'copy.revoked_for as revokedFor',
] as const;

/** A copy as it is shown. */
export interface CopyRow {
  readonly id: string;
  readonly videoId: string;
  readonly title: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedFor: OfflineRevocation | null;
}

export interface NewCopy extends Keeper, Omit<CopyRow, 'revokedFor'> {
  readonly playbackSessionId: string;
  readonly sealedSecret: Buffer;
  readonly userAgent: string;
}

export async function insertCopy(trx: Trx, copy: NewCopy): Promise<void> {
  await trx
    .insertInto('offline_copies')
    .values({
      id: copy.id,
      user_id: copy.userId,
      video_id: copy.videoId,
      device_id: copy.deviceId,
      playback_session_id: copy.playbackSessionId,
      sealed_secret: copy.sealedSecret,
      title: copy.title,
      user_agent: copy.userAgent,
      created_at: copy.createdAt,
      expires_at: copy.expiresAt,
    })
    .execute();
}

/** Revokes what a device keeps of a video, for another copy of it. @returns ids */
export async function replaceCopies(
  trx: Trx,
  { userId, deviceId }: Keeper,
  videoId: string,
  now: Date,
): Promise<string[]> {
  const rows = await trx
    .updateTable('offline_copies')
    .set({ revoked_at: now, revoked_for: 'replaced' })
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('video_id', '=', videoId)
    .where('revoked_at', 'is', null)
    .where('removed_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts what a device keeps for a user that may be played. */
export async function countGoodCopies(trx: Trx, keeper: Keeper, now: Date): Promise<number> {
  const good = keptCopies(trx, keeper)
    .where('copy.revoked_at', 'is', null)
    .where('copy.expires_at', '>', now);
  return countRows(trx, good.select('copy.id'));
}

/** Counts the other videos that a user copied since, on any device, removed copies included. */
export async function countVideosCopied(
  trx: Trx,
  { userId, videoId }: { readonly userId: string; readonly videoId: string },
  since: Date,
): Promise<number> {
  const videos = trx
    .selectFrom('offline_copies')
    .select('video_id')
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .where('video_id', '!=', videoId)
    .groupBy('video_id');
  return countRows(trx, videos);
}

/** Finds a copy that may be played, with its secret, and locks its row. */
export async function lockGoodCopy(trx: Trx, id: string, keeper: Keeper, now: Date) {
  return keptCopies(trx, keeper)
    .select(copyColumns)
    .select('copy.sealed_secret as sealedSecret')
    .where('copy.id', '=', id)
    .where('copy.revoked_at', 'is', null)
    .where('copy.expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
}

/** Finds when a copy ends that may be played; null where there is none. */
export async function findGoodCopyEnd(
  db: Db,
  id: string,
  keeper: Keeper,
  now: Date,
): Promise<Date | null> {
  const copy = await keptCopies(db, keeper)
    .select('copy.expires_at as expiresAt')
    .where('copy.id', '=', id)
    .where('copy.revoked_at', 'is', null)
    .where('copy.expires_at', '>', now)
    .executeTakeFirst();
  return copy?.expiresAt ?? null;
}

/** Lists what a device keeps for a user: what may be played first, then the latest. */
export async function listKeptCopies(
  db: Db,
  keeper: Keeper,
  { now, atMost }: { readonly now: Date; readonly atMost: number },
): Promise<CopyRow[]> {
  return keptCopies(db, keeper)
    .select(copyColumns)
    .orderBy(sql`copy.revoked_at IS NULL AND copy.expires_at > ${now}`, 'desc')
    .orderBy('copy.created_at', 'desc')
    .orderBy('copy.id', 'desc')
    .limit(atMost)
    .execute();
}

/**
 * Finds copies on a device with the facts that decide whether they stay valid, in one statement.
 */
export async function findCopiesToCheck(
  db: DbOrTrx,
  keeper: Keeper,
  ids: readonly string[],
  now: Date,
) {
  const { userId } = keeper;
  return keptCopies(db, keeper)
    .innerJoin('videos', 'videos.id', 'copy.video_id')
    .select(['copy.id as copyId', 'copy.expires_at as expiresAt'])
    .select('copy.revoked_for as revokedFor')
    .select(playableColumns)
    .select(
      sql<boolean>`EXISTS (SELECT FROM video_terminations AS ended
        WHERE ended.user_id = ${userId} AND ended.video_id = copy.video_id
          AND ended.lifted_at IS NULL)`.as('isTerminated'),
    )
    .select(suspendedUntilSql(userId, now).as('suspendedUntil'))
    .where(sql<boolean>`copy.id = ANY (${[...ids]}::uuid[])`)
    .execute();
}

/**
 * Stores that copies were checked, and why they are revoked. A copy that was revoked meanwhile keeps
 * its reason.
 * @returns the copies that are not removed, as stored now
 */
export async function updateChecked(
  trx: Trx,
  found: readonly { readonly id: string; readonly revokedFor: OfflineRevocation | null }[],
  now: Date,
): Promise<{ id: string; expiresAt: Date; revokedFor: OfflineRevocation | null }[]> {
  const { rows } = await sql<{
    id: string;
    expiresAt: Date;
    revokedFor: OfflineRevocation | null;
  }>`
    WITH found AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        AS found (id uuid, "revokedFor" text)
    ), locked AS MATERIALIZED (
      SELECT id FROM offline_copies WHERE id IN (SELECT id FROM found) AND removed_at IS NULL
      ORDER BY id FOR UPDATE
    )
    UPDATE offline_copies AS copy SET checked_at = ${now},
      revoked_at = coalesce(copy.revoked_at,
        CASE WHEN found."revokedFor" IS NOT NULL THEN ${now}::timestamptz END),
      revoked_for = coalesce(copy.revoked_for, found."revokedFor")
    FROM locked JOIN found USING (id)
    WHERE copy.id = locked.id
    RETURNING copy.id, copy.expires_at AS "expiresAt", copy.revoked_for AS "revokedFor"`.execute(
    trx,
  );
  return rows;
}

/** Marks a copy as removed from its device. @returns false when there is none of this keeper */
export async function updateRemoved(
  trx: Trx,
  id: string,
  { userId, deviceId }: Keeper,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('offline_copies')
    .set(({ fn, val }) => ({ removed_at: fn.coalesce('removed_at', val(now)) }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds a copy of a keeper, removed or not, with the playback that its views belong to. */
export async function findViewedCopy(db: Db, id: string, { userId, deviceId }: Keeper) {
  return db
    .selectFrom('offline_copies as copy')
    .innerJoin('playback_sessions as playback', 'playback.id', 'copy.playback_session_id')
    .innerJoin('videos', 'videos.id', 'copy.video_id')
    .select(['copy.video_id as videoId', 'copy.created_at as createdAt'])
    .select(['copy.expires_at as expiresAt', 'playback.id as playbackSessionId'])
    .select(['playback.opened_at as openedAt', 'videos.duration_seconds as durationSeconds'])
    .where('copy.id', '=', id)
    .where('copy.user_id', '=', userId)
    .where('copy.device_id', '=', deviceId)
    .executeTakeFirst();
}

/** Lists one page of what a user keeps on devices, the latest first, with the count of all. */
export async function listCopyPage(
  db: Db,
  userId: string,
  window: { readonly limit: number; readonly offset: number },
) {
  const kept = db
    .selectFrom('offline_copies as copy')
    .where('copy.user_id', '=', userId)
    .where('copy.removed_at', 'is', null);
  const items = await kept
    .select(copyColumns)
    .select(['copy.user_agent as userAgent', 'copy.checked_at as checkedAt'])
    .orderBy('copy.created_at', 'desc')
    .orderBy('copy.id', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { items, total: await countRows(db, kept.select('copy.id')) };
}

/** Finds a copy that one of these users keeps, and locks its row. */
export async function lockCopyOf(trx: Trx, id: string, visible: UserIds) {
  return trx
    .selectFrom('offline_copies as copy')
    .innerJoin('users', 'users.id', 'copy.user_id')
    .select(copyColumns)
    .select(['copy.user_agent as userAgent', 'copy.checked_at as checkedAt'])
    .select(['copy.user_id as userId', 'users.name as userName'])
    .where('copy.id', '=', id)
    .where('copy.removed_at', 'is', null)
    .where('copy.user_id', 'in', visible)
    .forUpdate('copy')
    .executeTakeFirst();
}

export async function updateRevoked(
  trx: Trx,
  id: string,
  revokedFor: OfflineRevocation,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('offline_copies')
    .set({ revoked_at: now, revoked_for: revokedFor })
    .where('id', '=', id)
    .execute();
}

/**
 * Ends what still fetches these copies of a user. @returns ids of the playback sessions that ended
 */
export async function endFetching(
  trx: Trx,
  userId: string,
  copyIds: readonly string[],
  { cause, now }: { readonly cause: PlaybackEndCause; readonly now: Date },
): Promise<string[]> {
  if (copyIds.length === 0) return [];
  const rows = await trx
    .updateTable('playback_sessions')
    .set({ ended_at: now, ended_cause: cause })
    .where('user_id', '=', userId)
    .where(sql<boolean>`copy_id = ANY (${[...copyIds]}::uuid[])`)
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes up to `atMost` that ended, or were removed, before a moment. @returns how many */
export async function deletePastCopies(db: Db, before: Date, atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM offline_copies WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM offline_copies WHERE least(expires_at, removed_at) < ${before}
      ORDER BY least(expires_at, removed_at) LIMIT ${atMost} FOR UPDATE SKIP LOCKED
    ))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

function keptCopies(db: DbOrTrx, { userId, deviceId }: Keeper) {
  return db
    .selectFrom('offline_copies as copy')
    .where('copy.user_id', '=', userId)
    .where('copy.device_id', '=', deviceId)
    .where('copy.removed_at', 'is', null);
}
