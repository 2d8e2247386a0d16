import { isAdministrator, type UserType } from '@prahari/contract';
import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

export interface StoredSecondFactor {
  readonly sealedSecret: Buffer;
  readonly startedAt: Date;
  /** Null until a code confirmed it. */
  readonly enrolledAt: Date | null;
  readonly lastStep: number;
}

/** Whose second factors are asked for: of learners the authenticator app does not count. */
export interface FactorHolder {
  readonly userId: string;
  readonly userType: UserType;
}

export interface FactorStanding {
  readonly hasApp: boolean;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

export function createSecondFactorsRepository() {
  return {
    async standing(db: DbOrTrx, { userId, userType }: FactorHolder): Promise<FactorStanding> {
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
    },

    async find(db: DbOrTrx, userId: string): Promise<StoredSecondFactor | undefined> {
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
    },

    /** Replaces one that was never confirmed. False when there is a confirmed one. */
    async start(
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
    },

    /** Enrols a factor; false when it was confirmed or replaced meanwhile. */
    async enrol(
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
    },

    /**
     * Accepts a time step; false when this or a later one was accepted before: of two at once, one
     * wins.
     */
    async acceptStep(db: DbOrTrx, userId: string, step: number): Promise<boolean> {
      const result = await db
        .updateTable('second_factors')
        .set({ last_step: step })
        .where('user_id', '=', userId)
        .where('enrolled_at', 'is not', null)
        .where('last_step', '<', step)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** The authenticator app alone. False when none was confirmed. */
    removeApp,

    removeRecoveryCodes,

    /** App, passkeys and recovery codes. False when there was no factor. */
    async removeAll(trx: Trx, userId: string): Promise<boolean> {
      await removeRecoveryCodes(trx, userId);
      const { numDeletedRows } = await trx
        .deleteFrom('passkeys')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      const hadApp = await removeApp(trx, userId);
      return hadApp || numDeletedRows > 0n;
    },

    async replaceRecoveryCodes(trx: Trx, userId: string, hashes: readonly Buffer[]): Promise<void> {
      await removeRecoveryCodes(trx, userId);
      await trx
        .insertInto('recovery_codes')
        .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
        .execute();
    },

    /** Uses a code up; true when it was still there: it works once. */
    async useRecoveryCode(db: DbOrTrx, userId: string, hash: Buffer): Promise<boolean> {
      const result = await db
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('code_hash', '=', hash)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

async function removeApp(trx: Trx, userId: string): Promise<boolean> {
  const rows = await trx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('enrolled_at')
    .execute();
  return rows.some((row) => row.enrolled_at !== null);
}

async function removeRecoveryCodes(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

export type SecondFactorsRepository = ReturnType<typeof createSecondFactorsRepository>;
