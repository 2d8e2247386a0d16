import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

/** The part of a session's row about the key that it is bound to. */
export interface BoundSessionRow {
  readonly userId: string;
  readonly deviceId: string;
  readonly key: unknown;
  readonly count: number;
}

export async function findBoundSession(
  db: DbOrTrx,
  id: string,
): Promise<BoundSessionRow | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(['user_id', 'device_id', 'bound_key', 'bound_count'])
    .where('id', '=', id)
    .where('bound_key', 'is not', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { user_id: userId, device_id: deviceId, bound_key: key, bound_count: count } = row;
  return { userId, deviceId, key, count };
}

/** @returns false when it has one already: a key is never replaced */
export async function saveBoundKey(db: DbOrTrx, id: string, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ bound_key: key })
    .where('id', '=', id)
    .where('bound_key', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Counts a signature. @returns false when another one was counted since `count` */
export async function countBoundSignature(
  trx: Trx,
  id: string,
  count: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set(({ fn, val }) => ({
      bound_count: count + 1,
      bound_proven_at: fn.coalesce('bound_proven_at', val(now)),
    }))
    .where('id', '=', id)
    .where('bound_count', '=', count)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
