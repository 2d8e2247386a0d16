import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

/** Reads until when playback of a user is suspended, as a part of a larger statement. */
export function suspendedUntilSql(userId: string, now: Date): RawBuilder<Date | null> {
  return sql`(SELECT max(ends_at) FROM playback_suspensions WHERE user_id = ${userId}::uuid
    AND lifted_at IS NULL AND ends_at > ${now}::timestamptz)`;
}

/** Reads until when playback of a user is suspended; null where it isn't. */
export async function findSuspensionEnd(
  db: DbOrTrx,
  userId: string,
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ endsAt: Date | null }>`
    SELECT ${suspendedUntilSql(userId, now)} AS "endsAt"`.execute(db);
  return rows[0]?.endsAt ?? null;
}

export async function insertSuspension(
  trx: Trx,
  userId: string,
  time: { readonly from: Date; readonly until: Date },
): Promise<string> {
  const id = uuidv7();
  await trx
    .insertInto('playback_suspensions')
    .values({ id, user_id: userId, started_at: time.from, ends_at: time.until })
    .execute();
  return id;
}

/** Lifts a suspension before its end. @returns whether it was in force */
export async function liftSuspension(trx: Trx, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('playback_suspensions')
    .set({ lifted_at: at })
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends all that a user plays or opened ahead of a click. @returns ids of the sessions that ended */
export async function endAllPlaybacks(trx: Trx, userId: string, now: Date): Promise<string[]> {
  const rows = await trx
    .updateTable('playback_sessions')
    .set({ ended_at: now, ended_cause: 'withdrawn' })
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
