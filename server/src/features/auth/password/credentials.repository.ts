import type { Db, Trx } from '../../../platform/db/database.ts';

/**
 * Locks the account until the transaction ends: sign-ins, changes of device, blocks and resets of
 * one account come one after another.
 * @returns the password hash that signs in to it now; null when there is none
 */
export async function lockPasswordHash(trx: Trx, userId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .where('status', '!=', 'blocked')
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

/** Replaces the hash of an unchanged password; a changed one is left alone. */
export async function replacePasswordHash(
  db: Db,
  userId: string,
  from: string,
  to: string,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .execute();
}
