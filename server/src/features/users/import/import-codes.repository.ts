import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { selectMatchingUsers } from '../list/user-filter.repository.ts';
import type { ScopeCondition } from '../users.policy.ts';

export interface KeptCode {
  readonly userId: string;
  readonly codeHash: Buffer;
  readonly sealedCode: Buffer;
}

export interface WaitingCode {
  readonly userId: string;
  readonly name: string;
  readonly contactNumber: string;
  readonly sealedCode: Buffer;
  readonly expiresAt: Date;
}

/** Keeps sealed codes of imported users until they are downloaded. */
export async function insertImportCodes(
  trx: Trx,
  importId: string,
  codes: readonly KeptCode[],
): Promise<void> {
  await sql`
    INSERT INTO user_import_codes (user_id, import_id, code_hash, sealed_code)
    SELECT user_id, ${importId}::uuid, code_hash, sealed_code
    FROM unnest(
      ${codes.map((code) => code.userId)}::uuid[],
      ${codes.map((code) => code.codeHash)}::bytea[],
      ${codes.map((code) => code.sealedCode)}::bytea[]
    ) AS new (user_id, code_hash, sealed_code)`.execute(trx);
}

/** Counts the usable codes by import; imports without any are missing. */
export async function countImportCodes(
  db: DbOrTrx,
  importIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (importIds.length === 0) return new Map();
  const rows = await selectLiveCodes(db)
    .select('kept.import_id')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('kept.import_id', 'in', importIds)
    .groupBy('kept.import_id')
    .execute();
  return new Map(rows.map((row) => [row.import_id, Number(row.count)]));
}

/**
 * Lists the next codes after one user (keyset pagination), of users who still exist and are in
 * scope.
 */
export async function listImportCodesAfter(
  db: Db,
  of: { readonly importId: string; readonly scope: ScopeCondition },
  userId: string,
  limit: number,
): Promise<readonly WaitingCode[]> {
  const inScope = selectMatchingUsers(db, { scope: of.scope }).select('id');
  const rows = await selectLiveCodes(db)
    .innerJoin('users', 'users.id', 'kept.user_id')
    .select(['kept.user_id', 'kept.sealed_code', 'live.expires_at'])
    .select(['users.name', 'users.contact_number'])
    .where('kept.import_id', '=', of.importId)
    .where('kept.user_id', '>', userId)
    .where('users.id', 'in', inScope)
    .orderBy('kept.user_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    contactNumber: row.contact_number,
    sealedCode: row.sealed_code,
    expiresAt: row.expires_at,
  }));
}

export async function deleteImportCodes(db: DbOrTrx, importId: string): Promise<void> {
  await db.deleteFrom('user_import_codes').where('import_id', '=', importId).execute();
}

export async function purgeImportCodes(db: DbOrTrx, now: Date): Promise<void> {
  await db
    .deleteFrom('user_import_codes')
    .where('import_id', 'in', (select) =>
      select.selectFrom('user_imports').select('id').where('codes_until', '<=', now),
    )
    .execute();
}

/** Selects codes that were not used, replaced or removed since. */
function selectLiveCodes(db: DbOrTrx) {
  return db
    .selectFrom('user_import_codes as kept')
    .innerJoin('activation_codes as live', (join) =>
      join
        .onRef('live.user_id', '=', 'kept.user_id')
        .onRef('live.code_hash', '=', 'kept.code_hash'),
    );
}
