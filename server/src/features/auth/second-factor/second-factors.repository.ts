import { administrators, isAdministrator, type UserType } from '@prahari/contract';
import { sql } from 'kysely';
import { countRowsUpTo } from '../../../platform/db/count-rows.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';

export interface StoredSecondFactor {
  readonly sealedSecret: Buffer;
  readonly startedAt: Date;
  /** Null until a code confirmed it. */
  readonly enrolledAt: Date | null;
  readonly lastStep: number;
}

/** The user whose second factors are read: for learners the authenticator app does not count. */
export interface FactorHolder {
  readonly userId: string;
  readonly userType: UserType;
}

export interface FactorStanding {
  readonly hasApp: boolean;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

/** Reads which second factors a user has confirmed. */
export async function findFactorStanding(
  db: DbOrTrx,
  { userId, userType }: FactorHolder,
): Promise<FactorStanding> {
  const { rows } = await sql<FactorStanding>`
    SELECT
      EXISTS (
        SELECT FROM second_factors WHERE user_id = ${userId} AND enrolled_at IS NOT NULL
      ) AS "hasApp",
      (SELECT count(*)::integer FROM passkeys WHERE user_id = ${userId}) AS passkeys,
      (SELECT count(*)::integer FROM recovery_codes WHERE user_id = ${userId})
        AS "recoveryCodes"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a query without FROM answered no row');
  return { ...row, hasApp: row.hasApp && isAdministrator(userType) };
}

export async function findTotpFactor(
  db: DbOrTrx,
  userId: string,
): Promise<StoredSecondFactor | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (
    row && {
      sealedSecret: row.sealed_secret,
      startedAt: row.started_at,
      enrolledAt: row.enrolled_at,
      lastStep: row.last_step,
    }
  );
}

/**
 * Stores an authenticator app to be confirmed, replacing an unconfirmed one.
 * @returns false when there is a confirmed one
 */
export async function startTotpFactor(
  db: DbOrTrx,
  factor: { userId: string; sealedSecret: Buffer; now: Date },
): Promise<boolean> {
  const values = { sealed_secret: factor.sealedSecret, started_at: factor.now, last_step: 0 };
  const result = await db
    .insertInto('second_factors')
    .values({ user_id: factor.userId, ...values })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(values)
        .where('second_factors.enrolled_at', 'is', null),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Confirms the app. @returns false when it was confirmed or replaced in the meantime */
export async function confirmTotpFactor(
  trx: Trx,
  factor: { userId: string; sealedSecret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('second_factors')
    .set({ enrolled_at: factor.now, last_step: factor.step })
    .where('user_id', '=', factor.userId)
    .where('sealed_secret', '=', factor.sealedSecret)
    .where('enrolled_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Accepts a time step; of two simultaneous ones, one wins.
 * @returns false when this or a later one was accepted before
 */
export async function acceptTotpStep(db: DbOrTrx, userId: string, step: number): Promise<boolean> {
  const result = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('enrolled_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deletes the authenticator app alone. @returns false when none was confirmed */
export async function deleteTotpFactor(trx: Trx, userId: string): Promise<boolean> {
  const rows = await trx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('enrolled_at')
    .execute();
  return rows.some((row) => row.enrolled_at !== null);
}

export async function deleteRecoveryCodes(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Deletes app, passkeys and recovery codes. @returns false when there was no factor */
export async function deleteAllFactors(trx: Trx, userId: string): Promise<boolean> {
  await deleteRecoveryCodes(trx, userId);
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const hadApp = await deleteTotpFactor(trx, userId);
  return hadApp || numDeletedRows > 0n;
}

export async function replaceRecoveryCodes(
  trx: Trx,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(trx, userId);
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

/** Deletes a used code: it works once. @returns false when there was no such code */
export async function consumeRecoveryCode(
  db: DbOrTrx,
  userId: string,
  hash: Buffer,
): Promise<boolean> {
  const result = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Counts active administrators who have confirmed no second factor, up to `most`. */
export async function countAdministratorsWithoutFactor(db: Db, most: number): Promise<number> {
  const found = db
    .selectFrom('users')
    .where('user_type', 'in', administrators)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM second_factors AS factor
        WHERE factor.user_id = users.id AND factor.enrolled_at IS NOT NULL)`,
    )
    .where(sql<boolean>`NOT EXISTS (SELECT FROM passkeys WHERE passkeys.user_id = users.id)`);
  return countRowsUpTo(db, found, most);
}
