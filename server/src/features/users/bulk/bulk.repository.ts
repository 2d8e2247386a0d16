import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { matchesFilter } from '../list/user-filter.repository.ts';
import type { ScopeCondition } from '../users.policy.ts';
import type { UserRow } from '../users.tables.ts';

/** Later than before, even within a millisecond: editors are told by it that something changed. */
const touched = (now: Date) =>
  sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`;

const isAmong = (ids: readonly string[]) => sql<boolean>`id = ANY (${[...ids]}::uuid[])`;

/** Locks users who are not deleted, in the order of ids, so that two acts never wait in a circle. */
export async function lockUsers(trx: Trx, ids: readonly string[]): Promise<UserRow[]> {
  return trx
    .selectFrom('users')
    .selectAll()
    .where(isAmong(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Locks deleted users who can be restored, the last deleted first. */
export async function lockRestorableUsers(
  trx: Trx,
  ids: readonly string[],
  deletedSince: Date,
): Promise<UserRow[]> {
  const rows = await trx
    .selectFrom('users')
    .selectAll()
    .where(isAmong(ids))
    .where('is_restorable', '=', true)
    .where('deleted_at', '>=', deletedSince)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.toSorted((a, b) => Number(b.deleted_at) - Number(a.deleted_at));
}

export async function blockUsers(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ status: 'blocked', updated_at: touched(now) })
    .where(isAmong(ids))
    .execute();
}

/** Lifts the block; who has no password yet is invited as before. */
export async function unblockUsers(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  const status = sql<
    'invited' | 'active'
  >`CASE WHEN password_hash IS NULL THEN 'invited' ELSE 'active' END`;
  await trx
    .updateTable('users')
    .set({ status, updated_at: touched(now) })
    .where(isAmong(ids))
    .execute();
}

export async function clearPasswords(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: null, updated_at: touched(now) })
    .where(isAmong(ids))
    .execute();
}

/** Deletes users so that they can be restored. */
export async function hideUsers(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ deleted_at: now, is_restorable: true, updated_at: touched(now) })
    .where(isAmong(ids))
    .execute();
}

export async function unhideUsers(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ deleted_at: null, is_restorable: false, updated_at: touched(now) })
    .where(isAmong(ids))
    .execute();
}

/** Lists one page of the deleted users in scope who can be restored, the last deleted first. */
export async function listRestorableUsers(
  db: Db,
  filter: {
    readonly scope: ScopeCondition;
    readonly search?: string | undefined;
    readonly deletedSince: Date;
  },
  window: { readonly limit: number; readonly offset: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const { scope, search, deletedSince } = filter;
  const found = db
    .selectFrom('users')
    .where('is_restorable', '=', true)
    .where('deleted_at', '>=', deletedSince)
    .where(matchesFilter({ scope, search }));
  const rows = await found
    .selectAll()
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  const { total } = await found
    .select((select) => select.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Finds some who were deleted before a moment and still keep what would restore them. */
export async function findPastRestorable(
  db: DbOrTrx,
  before: Date,
  atMost: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('is_restorable', '=', true)
    .where('deleted_at', '<', before)
    .orderBy('deleted_at')
    .limit(atMost)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Uses up the record that would restore a deleted user. @returns false when the user has been
 * restored
 */
export async function endRestorable(trx: Trx, id: string, before: Date): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set({ is_restorable: false, password_hash: null })
    .where('id', '=', id)
    .where('is_restorable', '=', true)
    .where('deleted_at', '<', before)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
