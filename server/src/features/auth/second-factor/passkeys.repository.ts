import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { PasskeyRow } from '../auth.tables.ts';

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

/** Finds the passkeys of a user, the oldest first. */
export function findPasskeys(db: DbOrTrx, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findPasskey(
  db: DbOrTrx,
  userId: string,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/**
 * Inserts a passkey.
 * @returns undefined when the credential is stored already, for this user or another
 */
export function insertPasskey(trx: Trx, passkey: NewPasskey): Promise<PasskeyRow | undefined> {
  return trx
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
    .executeTakeFirst();
}

export function updatePasskeyName(
  db: DbOrTrx,
  which: { userId: string; id: string },
  name: string,
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', which.userId)
    .where('id', '=', which.id)
    .returningAll()
    .executeTakeFirst();
}

export async function deletePasskey(
  trx: Trx,
  which: { userId: string; id: string },
): Promise<boolean> {
  const result = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', which.userId)
    .where('id', '=', which.id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/**
 * Marks a use. Authenticators that don't count stay at 0.
 * @returns false when the counter did not rise, as that of one authenticator does (Web
 *   Authentication, section 6.1.1)
 */
export async function markPasskeyUsed(
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
}

export async function markPasskeySuspected(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('passkeys').set({ suspected_at: now }).where('id', '=', id).execute();
}

/** Saves a challenge, replacing an unused one. */
export async function savePasskeyChallenge(
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
}

/** Uses a challenge up: it works once, even if the signature is refused. */
export async function consumePasskeyChallenge(
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
}
