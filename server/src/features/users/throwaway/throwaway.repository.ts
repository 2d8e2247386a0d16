import type { AdminScope, Permission } from '@prahari/contract';
import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';

/** What a throwaway account is to be. Super administrators are not made: they may do everything. */
export interface ThrowawayDraft {
  readonly name: string;
  readonly userType: 'LEARNER' | 'ADMIN';
  readonly kendraType?: string;
  readonly country?: string;
  readonly district?: string;
  /** The permissions of an administrator; left out, those of the role. */
  readonly permissions?: readonly Permission[];
  readonly adminScope?: AdminScope;
}

/** An account that can sign in at once. */
export interface ThrowawayAccount {
  readonly userId: string;
  /** E.164, of a series that no network in India gives to a person. */
  readonly contactNumber: string;
  readonly password: string;
}

interface NewThrowaway extends ThrowawayAccount {
  readonly draft: ThrowawayDraft;
}

/** Whose accounts they are, and until when. */
export interface ThrowawayRun {
  readonly purpose: 'load-test' | 'security-audit';
  readonly ownerId: string;
  readonly expiresAt: Date;
}

/**
 * Inserts accounts that can sign in at once.
 * @returns the ids of those whose number was free
 */
export async function insertThrowaways(
  trx: Trx,
  made: readonly NewThrowaway[],
  { purpose, ownerId, expiresAt }: ThrowawayRun,
  { passwordHash, now }: { readonly passwordHash: string; readonly now: Date },
): Promise<ReadonlySet<string>> {
  if (made.length === 0) return new Set();
  const rows = await trx
    .insertInto('users')
    .values(
      made.map(({ userId, contactNumber, draft }) => ({
        id: userId,
        name: draft.name,
        contact_number: contactNumber,
        country_code: '+91',
        user_type: draft.userType,
        status: 'active' as const,
        password_hash: passwordHash,
        kendra_type: draft.kendraType ?? null,
        country: draft.country ?? null,
        district: draft.district ?? null,
        permissions: draft.permissions ? [...draft.permissions] : null,
        admin_scope: draft.adminScope ? JSON.stringify(draft.adminScope) : null,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('contact_number').where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .execute();
  const inserted = rows.map(({ id }) => id);
  await sql`INSERT INTO throwaway_accounts (user_id, purpose, owner_id, expires_at)
    SELECT id, ${purpose}::text, ${ownerId}::uuid, ${expiresAt}::timestamptz
    FROM unnest(${inserted}::uuid[]) AS made (id)`.execute(trx);
  return new Set(inserted);
}

/** Puts off the removal of a run's accounts, while the run lives. */
export async function renewThrowaways(
  db: DbOrTrx,
  ownerId: string,
  expiresAt: Date,
): Promise<void> {
  await db
    .updateTable('throwaway_accounts')
    .set({ expires_at: expiresAt })
    .where('owner_id', '=', ownerId)
    .execute();
}

/** Finds some accounts of a run, or some that are past their time. */
export async function findThrowaways(
  db: Db,
  which: { readonly ownerId: string } | { readonly expiredAt: Date },
  atMost: number,
): Promise<string[]> {
  const known = db.selectFrom('throwaway_accounts').select('user_id').limit(atMost);
  const rows = await ('ownerId' in which
    ? known.where('owner_id', '=', which.ownerId)
    : known.where('expires_at', '<=', which.expiredAt)
  ).execute();
  return rows.map(({ user_id: id }) => id);
}

/** Removes accounts with all rows that are theirs. */
export async function deleteThrowaways(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM users WHERE id IN (
    SELECT user_id FROM throwaway_accounts WHERE user_id = ANY (${[...ids]}::uuid[]))`.execute(trx);
}
