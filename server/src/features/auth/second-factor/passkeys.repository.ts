import type { Selectable } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';

export type PasskeyRow = Selectable<Tables['passkeys']>;
type Purpose = Tables['passkey_challenges']['purpose'];

export interface NewPasskey {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly isSynced: boolean;
  readonly name: string;
  readonly now: Date;
}

export function createPasskeysRepository() {
  return {
    /** Lists the passkeys of a user, the oldest first. */
    list: (db: DbOrTrx, userId: string): Promise<PasskeyRow[]> =>
      db
        .selectFrom('passkeys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    find: (db: DbOrTrx, userId: string, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
      db
        .selectFrom('passkeys')
        .selectAll()
        .where('user_id', '=', userId)
        .where('credential_id', '=', credentialId)
        .executeTakeFirst(),

    /**
     * Inserts a passkey; undefined when the credential is kept already, for this user or another.
     */
    insert: (trx: Trx, passkey: NewPasskey): Promise<PasskeyRow | undefined> =>
      trx
        .insertInto('passkeys')
        .values({
          id: passkey.id,
          user_id: passkey.userId,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          sign_count: passkey.signCount,
          transports: [...passkey.transports],
          is_synced: passkey.isSynced,
          name: passkey.name,
          created_at: passkey.now,
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returningAll()
        .executeTakeFirst(),

    rename: (
      db: DbOrTrx,
      which: { userId: string; id: string },
      name: string,
    ): Promise<PasskeyRow | undefined> =>
      db
        .updateTable('passkeys')
        .set({ name })
        .where('user_id', '=', which.userId)
        .where('id', '=', which.id)
        .returningAll()
        .executeTakeFirst(),

    async remove(trx: Trx, which: { userId: string; id: string }): Promise<boolean> {
      const result = await trx
        .deleteFrom('passkeys')
        .where('user_id', '=', which.userId)
        .where('id', '=', which.id)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },

    /**
     * Notes a use; false when the counter did not go on, as that of one authenticator does (Web
     * Authentication, section 6.1.1). Those that don't count stay at 0.
     */
    async markUsed(
      db: DbOrTrx,
      id: string,
      used: { readonly signCount: number; readonly now: Date },
    ): Promise<boolean> {
      const result = await db
        .updateTable('passkeys')
        .set({ sign_count: used.signCount, last_used_at: used.now })
        .where('id', '=', id)
        .where('sign_count', used.signCount === 0 ? '=' : '<', used.signCount)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    async suspect(trx: Trx, id: string, now: Date): Promise<void> {
      await trx.updateTable('passkeys').set({ suspected_at: now }).where('id', '=', id).execute();
    },

    /** Keeps a challenge, in place of one that was not used. */
    async keepChallenge(
      db: DbOrTrx,
      one: {
        readonly sessionId: string;
        readonly purpose: Purpose;
        readonly userId: string;
        readonly challenge: string;
        readonly expiresAt: Date;
      },
    ): Promise<void> {
      const values = {
        user_id: one.userId,
        challenge: one.challenge,
        expires_at: one.expiresAt,
      };
      await db
        .insertInto('passkey_challenges')
        .values({ session_id: one.sessionId, purpose: one.purpose, ...values })
        .onConflict((conflict) => conflict.columns(['session_id', 'purpose']).doUpdateSet(values))
        .execute();
    },

    /** Each is taken once, also when what was signed is refused. */
    async takeChallenge(
      db: DbOrTrx,
      of: { readonly sessionId: string; readonly purpose: Purpose; readonly userId: string },
      now: Date,
    ): Promise<{ readonly challenge: string; readonly expiresAt: Date } | undefined> {
      const row = await db
        .deleteFrom('passkey_challenges')
        .where('session_id', '=', of.sessionId)
        .where('purpose', '=', of.purpose)
        .where('user_id', '=', of.userId)
        .returning(['challenge', 'expires_at'])
        .executeTakeFirst();
      if (!row || row.expires_at <= now) return undefined;
      return { challenge: row.challenge, expiresAt: row.expires_at };
    },
  };
}

export type PasskeysRepository = ReturnType<typeof createPasskeysRepository>;
