import type { Db, DbOrTrx } from '../../../platform/db/database.ts';
import { deleteSome } from '../../../platform/db/delete-some.ts';

export function createActivationRepository() {
  return {
    /** Stores a code. A user has one at a time: a new one replaces the old. */
    async put(
      db: DbOrTrx,
      code: { userId: string; codeHash: Buffer; expiresAt: Date },
    ): Promise<void> {
      const values = { code_hash: code.codeHash, expires_at: code.expiresAt };
      await db
        .insertInto('activation_codes')
        .values({ user_id: code.userId, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute();
    },

    async remove(db: DbOrTrx, userId: string): Promise<void> {
      await db.deleteFrom('activation_codes').where('user_id', '=', userId).execute();
    },

    async find(
      db: DbOrTrx,
      userId: string,
    ): Promise<{ codeHash: Buffer; expiresAt: Date } | undefined> {
      const row = await db
        .selectFrom('activation_codes')
        .select(['code_hash', 'expires_at'])
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row && { codeHash: row.code_hash, expiresAt: row.expires_at };
    },

    /** Removes up to `atMost` that expired before a moment. @returns how many went */
    removePast: (db: Db, before: Date, atMost: number): Promise<number> =>
      deleteSome(db, { table: 'activation_codes', column: 'expires_at' }, before, atMost),

    /** Uses a code up; true when it was still there: it can be used once. */
    async consume(db: DbOrTrx, userId: string, codeHash: Buffer): Promise<boolean> {
      const result = await db
        .deleteFrom('activation_codes')
        .where('user_id', '=', userId)
        .where('code_hash', '=', codeHash)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

export type ActivationRepository = ReturnType<typeof createActivationRepository>;
