import { drmDriverSchema, fairPlaySettingsSchema, type VendorSystem } from '@prahari/contract';
import * as z from 'zod/mini';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { ProviderRow } from '../drm.tables.ts';

/** A trigger of the database notifies this channel when a provider changes. */
export const providersChannel = 'drm_providers';

const settingsSchema = z.object({
  settings: drmDriverSchema,
  fairPlay: z.nullable(fairPlaySettingsSchema),
});

export interface StoredProvider extends z.infer<typeof settingsSchema> {
  readonly system: VendorSystem;
  readonly version: number;
  readonly enabled: boolean;
  readonly sealedSecrets: Buffer;
  readonly updatedAt: Date;
}

export async function listStoredProviders(db: DbOrTrx): Promise<StoredProvider[]> {
  return (await db.selectFrom('drm_providers').selectAll().execute()).map(parseProvider);
}

/** Locks a provider against other editors until the transaction ends. */
export async function lockProvider(
  trx: Trx,
  system: VendorSystem,
): Promise<StoredProvider | undefined> {
  const row = await trx
    .selectFrom('drm_providers')
    .selectAll()
    .where('drm_system', '=', system)
    .forUpdate()
    .executeTakeFirst();
  return row && parseProvider(row);
}

/** Stores a provider; returns false when another administrator has configured the same system. */
export async function upsertProvider(
  trx: Trx,
  provider: StoredProvider,
  updatedBy: string,
): Promise<boolean> {
  const values = {
    version: provider.version,
    enabled: provider.enabled,
    settings: JSON.stringify(provider.settings),
    fair_play: provider.fairPlay && JSON.stringify(provider.fairPlay),
    sealed_secrets: provider.sealedSecrets,
    updated_at: provider.updatedAt,
    updated_by: updatedBy,
  };
  const result = await trx
    .insertInto('drm_providers')
    .values({ drm_system: provider.system, ...values })
    .onConflict((conflict) =>
      conflict
        .column('drm_system')
        .doUpdateSet(values)
        .where('drm_providers.version', '=', provider.version - 1),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function deleteProvider(trx: Trx, system: VendorSystem): Promise<void> {
  await trx.deleteFrom('drm_providers').where('drm_system', '=', system).execute();
}

function parseProvider(row: ProviderRow): StoredProvider {
  return {
    system: row.drm_system,
    version: row.version,
    enabled: row.enabled,
    ...z.parse(settingsSchema, { settings: row.settings, fairPlay: row.fair_play }),
    sealedSecrets: row.sealed_secrets,
    updatedAt: row.updated_at,
  };
}
