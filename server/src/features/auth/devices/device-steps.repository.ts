import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { DeviceTrail } from './device-step.rules.ts';

/**
 * Locks a device and reads its trail: the second of two simultaneous steps is judged by the trail
 * that the first left.
 */
export async function lockDeviceTrail(
  trx: Trx,
  deviceId: string,
): Promise<(DeviceTrail & { readonly lastUserId: string | null }) | null> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`device-step:${deviceId}`}, 0))`.execute(
    trx,
  );
  const row = await trx
    .selectFrom('device_steps')
    .select(['trail', 'count', 'repeats', 'user_id'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  if (!row) return null;
  const { trail: labels, repeats, user_id: lastUserId } = row;
  return { labels, count: Number(row.count), repeats, lastUserId };
}

export async function saveDeviceTrail(
  trx: Trx,
  deviceId: string,
  { labels, count, repeats }: DeviceTrail,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  const values = { trail: [...labels], count, repeats, user_id: userId, taken_at: now };
  await trx
    .insertInto('device_steps')
    .values({ device_id: deviceId, ...values })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
    .execute();
}

/** Finds the users with a live session on that device. */
export async function findUsersOnDevice(db: DbOrTrx, deviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('user_id')
    .distinct()
    .where('device_id', '=', deviceId)
    .where('ended_at', 'is', null)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}
