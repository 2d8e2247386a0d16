import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

export interface StoredRefreshToken {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly rotatedAt: Date | null;
}

export async function insertRefreshToken(
  db: DbOrTrx,
  token: { hash: Buffer; sessionId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({
      hash: token.hash,
      session_id: token.sessionId,
      issued_at: token.now,
      expires_at: token.expiresAt,
    })
    .execute();
}

/**
 * Locks the row: the second of two parallel requests with one token sees the change of the first.
 */
export async function lockRefreshToken(
  trx: Trx,
  hash: Buffer,
): Promise<StoredRefreshToken | undefined> {
  const row = await trx
    .selectFrom('refresh_tokens')
    .select(['session_id', 'expires_at', 'rotated_at'])
    .where('hash', '=', hash)
    .forUpdate()
    .executeTakeFirst();
  return row && { sessionId: row.session_id, expiresAt: row.expires_at, rotatedAt: row.rotated_at };
}

export async function isRefreshTokenRotated(db: DbOrTrx, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('rotated_at')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined && row.rotated_at !== null;
}

export async function markRefreshTokenRotated(db: DbOrTrx, hash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ rotated_at: now })
    .where('hash', '=', hash)
    .execute();
}
