import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { isLastingUser } from '../../../platform/throwaway/throwaway-id.ts';

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

/** An audit reads no more accounts than these, the newest. */
const mostCompared = 100_000;

/**
 * Counts stored hashes that several accounts have, which hashing with a salt never makes. Accounts
 * of the platform's own runs are left out.
 */
export async function countSharedPasswords(db: Db): Promise<number> {
  const newest = db
    .selectFrom('users')
    .select('password_hash')
    .where('password_hash', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(isLastingUser(sql.ref('users.id')))
    .orderBy('id', 'desc')
    .limit(mostCompared)
    .as('newest');
  const shared = db
    .selectFrom(newest)
    .groupBy('password_hash')
    .having(sql<boolean>`count(*) > 1`)
    .select('password_hash')
    .as('shared');
  const { count } = await db
    .selectFrom(shared)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
