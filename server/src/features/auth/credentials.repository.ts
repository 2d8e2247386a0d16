import type { Db, Trx } from '../../platform/db/database.ts';

export function createCredentialsRepository() {
  return {
    /**
     * Holds the account until the transaction ends: sign-ins, changes of device, blocks and resets
     * of one account come one after another.
     * @returns whether somebody may sign in to it at this moment
     */
    async lock(trx: Trx, userId: string): Promise<boolean> {
      const row = await trx
        .selectFrom('users')
        .select(['password_hash', 'status', 'deleted_at'])
        .where('id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      return (
        row !== undefined &&
        row.password_hash !== null &&
        row.status !== 'blocked' &&
        row.deleted_at === null
      );
    },

    /** Replaces the hash of a password that stays the same; a changed one is left alone. */
    async replaceHash(db: Db, userId: string, from: string, to: string): Promise<void> {
      await db
        .updateTable('users')
        .set({ password_hash: to })
        .where('id', '=', userId)
        .where('password_hash', '=', from)
        .execute();
    },
  };
}

export type CredentialsRepository = ReturnType<typeof createCredentialsRepository>;
