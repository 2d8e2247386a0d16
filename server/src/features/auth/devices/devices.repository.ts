import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

/** Finds the devices of a user, the longest bound first. */
export async function findBoundDevices(db: DbOrTrx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_devices')
    .select('device_id')
    .where('user_id', '=', userId)
    .orderBy('bound_at')
    .orderBy('device_id')
    .execute();
  return rows.map((row) => row.device_id);
}

/** Finds the device of each user that was bound first; users without one are left out. */
export async function findFirstDevices(
  db: DbOrTrx,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('user_devices')
    .distinctOn('user_id')
    .select(['user_id', 'device_id'])
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
    .orderBy('bound_at')
    .orderBy('device_id')
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.device_id]));
}

/** Finds when a device was bound last; null when none is bound. */
export async function findLastBoundAt(db: DbOrTrx, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('user_devices')
    .select((select) => select.fn.max('bound_at').as('last'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.last ?? null;
}

export async function insertBoundDevice(
  trx: Trx,
  userId: string,
  deviceId: string,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('user_devices')
    .values({ user_id: userId, device_id: deviceId, bound_at: now })
    .execute();
}

export async function deleteBoundDevices(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('user_devices').where('user_id', '=', userId).execute();
}
