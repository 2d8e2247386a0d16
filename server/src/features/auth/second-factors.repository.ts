import type { DbOrTrx, Trx } from '../../platform/db/database.ts';

export interface StoredSecondFactor {
  readonly sealedSecret: Buffer;
  readonly startedAt: Date;
  /** Null until a code confirmed it. */
  readonly enrolledAt: Date | null;
  readonly lastStep: number;
}

export function createSecondFactorsRepository() {
  return {
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

    async isEnrolled(db: DbOrTrx, userId: string): Promise<boolean> {
      const row = await db
        .selectFrom('second_factors')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('enrolled_at', 'is not', null)
        .executeTakeFirst();
      return row !== undefined;
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

    /** False when it was confirmed or replaced meanwhile. */
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

    /** False when this or a later step was accepted before: of two at once, one wins. */
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

    /** With its recovery codes. False when none was confirmed. */
    async remove(trx: Trx, userId: string): Promise<boolean> {
      await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
      const rows = await trx
        .deleteFrom('second_factors')
        .where('user_id', '=', userId)
        .returning('enrolled_at')
        .execute();
      return rows.some((row) => row.enrolled_at !== null);
    },

    async replaceRecoveryCodes(trx: Trx, userId: string, hashes: readonly Buffer[]): Promise<void> {
      await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
      await trx
        .insertInto('recovery_codes')
        .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
        .execute();
    },

    /** True when this very code was still there: it works once. */
    async useRecoveryCode(db: DbOrTrx, userId: string, hash: Buffer): Promise<boolean> {
      const result = await db
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('code_hash', '=', hash)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },

    async countRecoveryCodes(db: DbOrTrx, userId: string): Promise<number> {
      const { count } = await db
        .selectFrom('recovery_codes')
        .select((select) => select.fn.countAll<string>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}

export type SecondFactorsRepository = ReturnType<typeof createSecondFactorsRepository>;
