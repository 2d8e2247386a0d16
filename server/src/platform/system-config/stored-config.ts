import type { Db, DbOrTrx, Trx } from '../db/database.ts';

/** The channel on which the database itself says that the configuration changed. */
export const configChannel = 'system_config';

export interface StoredConfig {
  readonly saved: unknown;
  readonly version: number;
  readonly updatedAt: Date | null;
  readonly updatedBy: string | null;
}

export const readStoredConfig = (db: Db): Promise<StoredConfig> => select(db, false);

/** Reads the stored configuration and locks it against other editors until the transaction ends. */
export const lockStoredConfig = (trx: Trx): Promise<StoredConfig> => select(trx, true);

export async function writeStoredConfig(
  trx: Trx,
  next: { saved: unknown; version: number; updatedAt: Date; updatedBy: string },
): Promise<void> {
  await trx
    .updateTable('system_config')
    .set({
      saved: JSON.stringify(next.saved),
      version: next.version,
      updated_at: next.updatedAt,
      updated_by: next.updatedBy,
    })
    .execute();
}

async function select(db: DbOrTrx, lock: boolean): Promise<StoredConfig> {
  const query = db
    .selectFrom('system_config')
    .select(['saved', 'version', 'updated_at as updatedAt', 'updated_by as updatedBy']);
  return (lock ? query.forUpdate() : query).executeTakeFirstOrThrow();
}
