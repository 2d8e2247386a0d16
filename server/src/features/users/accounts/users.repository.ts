import type { UserType } from '@prahari/contract';
import { sql, type Updateable } from 'kysely';
import pg from 'pg';
import { findLatestEntries } from '../../../platform/audit-log/find-latest-entry.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { UserRow } from '../users.tables.ts';

export interface NewUser {
  readonly id: string;
  readonly name: string;
  readonly contactNumber: string;
  readonly countryCode: string;
  readonly email: string | null;
  readonly userType: UserType;
  readonly kendraType: string | null;
  readonly country: string | null;
  readonly district: string | null;
  readonly createdBy: string | null;
  readonly now: Date;
}

export type UserChange = Omit<
  Updateable<Tables['users']>,
  'id' | 'user_type' | 'created_by' | 'created_at' | 'updated_at'
>;

/**
 * The same number in all processes: changes that could leave no super administrator wait for each
 * other.
 */
const superAdminsLock = 0x7072_6168;

/** Inserts a user; false when the number is taken. */
export async function insertUser(db: DbOrTrx, user: NewUser): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values({
      id: user.id,
      name: user.name,
      contact_number: user.contactNumber,
      country_code: user.countryCode,
      email: user.email,
      user_type: user.userType,
      status: 'invited',
      kendra_type: user.kendraType,
      country: user.country,
      district: user.district,
      created_by: user.createdBy,
      created_at: user.now,
      updated_at: user.now,
    })
    .onConflict((conflict) =>
      conflict.column('contact_number').where('deleted_at', 'is', null).doNothing(),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Finds a user who is not deleted. */
export async function findUserById(db: DbOrTrx, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Finds how users are called and what they are, deleted ones too. */
export async function findUserNames(
  db: DbOrTrx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<NewUser, 'name' | 'contactNumber' | 'userType'>>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'contact_number as contactNumber', 'user_type as userType'])
    .where(sql<boolean>`id = ANY (${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, ...user }) => [id, user]));
}

/** Finds a user and locks the row against other writers until the transaction ends. */
export async function lockUserById(trx: Trx, id: string): Promise<UserRow | undefined> {
  return trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function findUserByContact(
  db: DbOrTrx,
  contactNumber: string,
): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('contact_number', '=', contactNumber)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function hasSuperAdmin(db: DbOrTrx): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', 'SUPER_ADMIN')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Tells whether another super administrator can sign in. Other callers wait until the transaction
 * ends.
 */
export async function hasOtherSuperAdmin(trx: Trx, exceptId: string): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(${superAdminsLock})`.execute(trx);
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', 'SUPER_ADMIN')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('id', '!=', exceptId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Updates columns of a user. `updated_at` always increases, even within a millisecond: it tells
 * editors whether they saw the latest state.
 * @returns null when the number is taken; the transaction can then only be rolled back
 */
export async function updateUserRow(
  trx: Trx,
  id: string,
  change: UserChange,
  now: Date,
): Promise<UserRow | null> {
  try {
    return await trx
      .updateTable('users')
      .set({
        ...change,
        updated_at: sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (isNumberTaken(error)) return null;
    throw error;
  }
}

/** Stores a new password hash and makes the user active, unless blocked. */
export async function setUserPassword(
  db: DbOrTrx,
  id: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, status: 'active', updated_at: now })
    .where('id', '=', id)
    .where('status', '!=', 'blocked')
    .where('deleted_at', 'is', null)
    .execute();
}

/** Counts a sign-in and stores its time. */
export async function countUserLogin(db: DbOrTrx, id: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set((update) => ({ login_count: update('login_count', '+', 1), last_login_at: now }))
    .where('id', '=', id)
    .execute();
}
/** Recognises SQLSTATE 23505, unique_violation, of the only index that numbers can violate. */
function isNumberTaken(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    error.constraint === 'users_contact_number'
  );
}

/** Finds when the platform blocked some users, of those whose block in force is the platform's. */
export async function findPlatformBlocks(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const acts = { onOne: 'user.block', onMany: 'user.bulk-block' } as const;
  const found = await findLatestEntries(trx, ids, acts);
  return new Map(
    [...found].flatMap(([id, { at, actorId }]) => (actorId === null ? [[id, at]] : [])),
  );
}

/**
 * Counts passwords by the part of their hash that names method and cost, of at most `atMost` users.
 */
export async function countPasswordMethods(
  db: Db,
  atMost: number,
): Promise<{ readonly method: string; readonly count: number }[]> {
  const { rows } = await sql<{ method: string; count: number }>`
    SELECT coalesce(substring(password_hash FROM '^\\$[a-z0-9-]+\\$[^$]+(?:\\$[a-z]=[^$]*)?'), 'unknown') AS method,
      count(*)::int AS count
    FROM (SELECT password_hash FROM users WHERE password_hash IS NOT NULL LIMIT ${atMost}) AS hashes
    GROUP BY 1`.execute(db);
  return rows;
}
