import { isDeepStrictEqual } from 'node:util';
import type { SystemConfig, SystemConfigView } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import {
  effectiveConfig,
  flatFacts,
  savedAfter,
} from '../../../platform/system-config/effective-config.ts';
import {
  lockStoredConfig,
  readStoredConfig,
  type StoredConfig,
  writeStoredConfig,
} from '../../../platform/system-config/stored-config.ts';
import type { SystemConfigStore } from '../../../platform/system-config/system-config.ts';
import type { Users } from '../../users/index.ts';
import { configEditedMeanwhile } from '../system.errors.ts';

export interface ConfigureDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly systemConfig: SystemConfigStore;
  readonly users: Pick<Users, 'findById' | 'nameOf'>;
}

export interface ConfigEdit {
  /** Of the state that was edited. */
  readonly version: number;
  /** Whole sections; one that is left out stays as it is. */
  readonly config: { readonly [Section in keyof SystemConfig]?: SystemConfig[Section] | undefined };
}

export interface Configurator {
  readonly userId: string;
  readonly address: string;
}

/** Reads and sets the configuration, for super administrators. */
export function createConfigure(deps: ConfigureDeps) {
  const { db, clock, systemConfig, users } = deps;
  const { initial } = systemConfig;

  async function present(stored: StoredConfig): Promise<SystemConfigView> {
    const { version, updatedAt, updatedBy } = stored;
    const editor = updatedBy === null ? undefined : await users.findById(updatedBy);
    return {
      config: effectiveConfig(initial, stored.saved),
      initial,
      version,
      updatedAt: updatedAt?.toISOString() ?? null,
      updatedBy: editor ? { id: editor.id, name: editor.name } : null,
    };
  }

  async function audit(
    trx: Trx,
    by: Configurator,
    change: { before: SystemConfig; after: SystemConfig },
    at: Date,
  ): Promise<void> {
    const act = {
      action: 'system.configure',
      actor: { userId: by.userId, name: (await users.nameOf(trx, by.userId)) ?? '' },
      subject: { id: null, name: 'System' },
      before: flatFacts(change.before),
      after: flatFacts(change.after),
      address: by.address,
    } as const;
    await writeAuditEntry(trx, act, at);
  }

  return {
    async read(): Promise<SystemConfigView> {
      return present(await readStoredConfig(db));
    },

    /** @throws AppError edited_meanwhile with what is there now */
    async edit(by: Configurator, { version, config }: ConfigEdit): Promise<SystemConfigView> {
      const now = clock.now();
      const outcome = await db.transaction().execute(async (trx) => {
        const stored = await lockStoredConfig(trx);
        if (stored.version !== version) return { refused: stored };
        const before = effectiveConfig(initial, stored.saved);
        const after = effectiveConfig(before, config);
        if (isDeepStrictEqual(after, before)) return { accepted: stored };
        const saved = savedAfter(stored.saved, before, after);
        const next = { saved, version: version + 1, updatedAt: now, updatedBy: by.userId };
        await writeStoredConfig(trx, next);
        await audit(trx, by, { before, after }, now);
        return { accepted: next };
      });
      if (outcome.refused) throw configEditedMeanwhile(await present(outcome.refused));
      systemConfig.accept(outcome.accepted);
      return present(outcome.accepted);
    },
  };
}

export type Configure = ReturnType<typeof createConfigure>;
