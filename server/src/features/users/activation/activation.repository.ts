import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { deleteSome } from '../../../platform/db/delete-some.ts';

/** Stores the code of a user. A user has one at a time: a new one replaces the old. */
export async function putActivationCode(
  db: DbOrTrx,
  code: { userId: string; codeHash: Buffer; expiresAt: Date },
): Promise<void> {
  const values = { code_hash: code.codeHash, expires_at: code.expiresAt };
  await db
    .insertInto('activation_codes')
    .values({ user_id: code.userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** Stores the codes of many users, as `putActivationCode` does. */
export async function putActivationCodes(
  trx: Trx,
  codes: readonly { readonly userId: string; readonly codeHash: Buffer }[],
  expiresAt: Date,
): Promise<void> {
  await sql`
    INSERT INTO activation_codes (user_id, code_hash, expires_at)
    SELECT user_id, code_hash, ${expiresAt}::timestamptz
    FROM unnest(
      ${codes.map((code) => code.userId)}::uuid[],
      ${codes.map((code) => code.codeHash)}::bytea[]
    ) AS new (user_id, code_hash)
    ON CONFLICT (user_id)
    DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`.execute(trx);
}

export async function deleteActivationCode(db: DbOrTrx, userId: string): Promise<void> {
  await db.deleteFrom('activation_codes').where('user_id', '=', userId).execute();
}

export async function findActivationCode(
  db: DbOrTrx,
  userId: string,
): Promise<{ codeHash: Buffer; expiresAt: Date } | undefined> {
  const row = await db
    .selectFrom('activation_codes')
    .select(['code_hash', 'expires_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && { codeHash: row.code_hash, expiresAt: row.expires_at };
}

/** Deletes up to `atMost` codes that expired before a moment. @returns how many were deleted */
export async function purgeActivationCodes(db: Db, before: Date, atMost: number): Promise<number> {
  return deleteSome(db, { table: 'activation_codes', column: 'expires_at' }, before, atMost);
}

/** Uses up a code, which works once. @returns false when it was not there any more */
export async function consumeActivationCode(
  db: DbOrTrx,
  userId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const result = await db
    .deleteFrom('activation_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
