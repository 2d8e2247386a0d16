import { isDeepStrictEqual } from 'node:util';
import type { SystemConfig, SystemConfigView } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import {
  computeEffectiveConfig,
  computeSaved,
  flattenFacts,
} from '../../../platform/system-config/effective-config.ts';
import {
  lockStoredConfig,
  readStoredConfig,
  type StoredConfig,
  writeStoredConfig,
} from '../../../platform/system-config/stored-config.ts';
import type { SystemDeps } from '../system.deps.ts';
import { configEditedMeanwhile } from '../system.errors.ts';

export interface ConfigEdit {
  /** Of the state that was edited. */
  readonly version: number;
  /** Whole sections; one that is left out stays as it is. */
  readonly config: { readonly [Section in keyof SystemConfig]?: SystemConfig[Section] | undefined };
}

export interface ConfigEditor {
  readonly userId: string;
  readonly address: string;
}

/** Reads the configuration as it is stored, with the values it had at first. */
export async function getSystemConfig(
  deps: Pick<SystemDeps, 'db' | 'systemConfig' | 'users'>,
): Promise<SystemConfigView> {
  return presentConfig(deps, await readStoredConfig(deps.db));
}

/**
 * Updates whole sections of the configuration.
 * @throws AppError edited_meanwhile with the current state
 */
export async function updateSystemConfig(
  deps: Pick<SystemDeps, 'db' | 'clock' | 'systemConfig' | 'users'>,
  by: ConfigEditor,
  { version, config }: ConfigEdit,
): Promise<SystemConfigView> {
  const { db, clock, systemConfig, users } = deps;
  const now = clock.now();
  const outcome = await db.transaction().execute(async (trx) => {
    const stored = await lockStoredConfig(trx);
    if (stored.version !== version) return { refused: stored };
    const before = computeEffectiveConfig(systemConfig.initial, stored.saved);
    const after = computeEffectiveConfig(before, config);
    if (isDeepStrictEqual(after, before)) return { accepted: stored };
    const saved = computeSaved(stored.saved, before, after);
    const next = { saved, version: version + 1, updatedAt: now, updatedBy: by.userId };
    await writeStoredConfig(trx, next);
    const entry = {
      action: 'system.configure',
      actor: { userId: by.userId, name: (await users.nameOf(trx, by.userId)) ?? '' },
      subject: { id: null, name: 'System' },
      before: flattenFacts(before),
      after: flattenFacts(after),
      address: by.address,
    } as const;
    await writeAuditEntry(trx, entry, now);
    return { accepted: next };
  });
  if (outcome.refused) throw configEditedMeanwhile(await presentConfig(deps, outcome.refused));
  systemConfig.accept(outcome.accepted);
  return presentConfig(deps, outcome.accepted);
}

async function presentConfig(
  { systemConfig, users }: Pick<SystemDeps, 'systemConfig' | 'users'>,
  stored: StoredConfig,
): Promise<SystemConfigView> {
  const { initial } = systemConfig;
  const { version, updatedAt, updatedBy } = stored;
  const editor = updatedBy === null ? undefined : await users.findUserById(updatedBy);
  return {
    config: computeEffectiveConfig(initial, stored.saved),
    initial,
    version,
    updatedAt: updatedAt?.toISOString() ?? null,
    updatedBy: editor ? { id: editor.id, name: editor.name } : null,
  };
}
