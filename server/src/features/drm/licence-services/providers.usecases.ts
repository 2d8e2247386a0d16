import {
  type DrmProvider,
  driverSecrets,
  type VendorSystem,
  vendorSystems,
} from '@prahari/contract';
import * as z from 'zod/mini';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { SealedColumn } from '../../../platform/crypto/reseal.ts';
import { type SealingKeys, seal, unseal } from '../../../platform/crypto/seal.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { Notifications } from '../../../platform/db/notifications.ts';
import type { NameOf } from '../ports.ts';
import type { Secrets } from './drivers.rules.ts';
import { checkProvider, type ProviderEdit } from './provider-edit.rules.ts';
import { editedMeanwhile } from './providers.errors.ts';
import {
  type ProvidersRepository,
  providersChannel,
  type StoredProvider,
} from './providers.repository.ts';

export const providerSecretsColumn: SealedColumn = {
  what: 'secrets of licence services',
  table: 'drm_providers',
  column: 'sealed_secrets',
  context: 'drm-provider:{drm_system}',
};

export interface Provider extends StoredProvider {
  readonly secrets: Secrets;
}

export interface ProvidersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly masterKey: SealingKeys;
  readonly notifications: Pick<Notifications, 'on' | 'onConnect' | 'isListening'>;
  readonly providers: ProvidersRepository;
  readonly nameOf: NameOf;
  /** Whether services may lie on this machine or in a private network. */
  readonly allowsPrivate: boolean;
  health(system: VendorSystem): DrmProvider['health'];
}

export interface Editor {
  readonly userId: string;
  readonly address: string;
}

const secretsSchema = z.record(z.string(), z.string());
const contextOf = (system: VendorSystem) => `drm-provider:${system}`;

/**
 * Keeps the licence services of the key systems: read for each licence, configured by super
 * administrators.
 */
export function createProviders(deps: ProvidersDeps) {
  const { db, clock, masterKey, providers, notifications } = deps;
  let known: Promise<ReadonlyMap<VendorSystem, Provider>> | undefined;
  const forget = () => {
    known = undefined;
  };
  notifications.on(providersChannel, forget);
  notifications.onConnect(forget);

  function opened(stored: StoredProvider): Provider {
    const plain = unseal(masterKey, stored.sealedSecrets, contextOf(stored.system));
    return { ...stored, secrets: z.parse(secretsSchema, JSON.parse(plain.toString())) };
  }

  async function read(): Promise<ReadonlyMap<VendorSystem, Provider>> {
    const all = await providers.all(db);
    return new Map(all.map((stored) => [stored.system, opened(stored)]));
  }

  /** Out of memory while changes are heard of. */
  async function all(): Promise<ReadonlyMap<VendorSystem, Provider>> {
    if (!notifications.isListening()) return read();
    const reading = known ?? read();
    known = reading;
    reading.catch(forget);
    return reading;
  }

  function present(system: VendorSystem, stored: StoredProvider | undefined): DrmProvider {
    return {
      system,
      version: stored?.version ?? 0,
      enabled: stored?.enabled ?? false,
      settings: stored?.settings ?? null,
      fairPlay: stored?.fairPlay ?? null,
      hasSecrets: stored !== undefined,
      updatedAt: stored?.updatedAt.toISOString() ?? null,
      health: deps.health(system),
    };
  }

  async function audit(
    trx: Trx,
    by: Editor,
    action: 'drm.set-provider' | 'drm.remove-provider' | 'drm.test-provider',
    change: {
      system: VendorSystem;
      before: StoredProvider | undefined;
      after: StoredProvider | undefined;
      areSecretsNew?: boolean;
    },
  ): Promise<void> {
    const { system, before, after, areSecretsNew } = change;
    await writeAuditEntry(
      trx,
      {
        action,
        actor: { userId: by.userId, name: (await deps.nameOf(trx, by.userId)) ?? '' },
        subject: { id: null, name: system },
        before: factsOf(before, 'kept'),
        after: factsOf(after, areSecretsNew ? 'replaced' : 'kept'),
        address: by.address,
      },
      clock.now(),
    );
  }

  return {
    /** Finds the provider of a system; null where none is configured, or it is switched off. */
    async of(system: VendorSystem): Promise<Provider | null> {
      const provider = (await all()).get(system);
      return provider?.enabled ? provider : null;
    },

    /** Finds a provider also when it is switched off: to be tested before learners meet it. */
    configured: async (system: VendorSystem): Promise<Provider | undefined> =>
      (await read()).get(system),

    async offered(): Promise<VendorSystem[]> {
      const found = await all();
      return vendorSystems.filter((system) => found.get(system)?.enabled);
    },

    async list(): Promise<DrmProvider[]> {
      const stored = new Map((await providers.all(db)).map((one) => [one.system, one]));
      return vendorSystems.map((system) => present(system, stored.get(system)));
    },

    /** @throws AppError 400 provider_settings_invalid, 409 edited_meanwhile */
    async set(by: Editor, system: VendorSystem, edit: ProviderEdit): Promise<DrmProvider> {
      const stored = await db.transaction().execute(async (trx) => {
        const before = await providers.lock(trx, system);
        if ((before?.version ?? 0) !== edit.version) throw editedMeanwhile();
        const isSameDriver = before?.settings.driver === edit.settings.driver;
        const secrets = {
          ...(before && isSameDriver ? opened(before).secrets : {}),
          ...edit.secrets,
        };
        checkProvider(system, edit, secrets, deps.allowsPrivate);
        const wanted = Object.fromEntries(
          driverSecrets[edit.settings.driver].map((name) => [name, secrets[name] ?? '']),
        );
        const after: StoredProvider = {
          system,
          version: edit.version + 1,
          enabled: edit.enabled,
          settings: edit.settings,
          fairPlay: edit.fairPlay,
          updatedAt: clock.now(),
          sealedSecrets: seal(masterKey, Buffer.from(JSON.stringify(wanted)), contextOf(system)),
        };
        if (!(await providers.put(trx, after, by.userId))) throw editedMeanwhile();
        const areSecretsNew = edit.secrets !== undefined;
        await audit(trx, by, 'drm.set-provider', { system, before, after, areSecretsNew });
        return after;
      });
      forget();
      return present(system, stored);
    },

    async remove(by: Editor, system: VendorSystem): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const before = await providers.lock(trx, system);
        if (!before) return;
        await providers.remove(trx, system);
        await audit(trx, by, 'drm.remove-provider', { system, before, after: undefined });
      });
      forget();
    },

    async noteTest(by: Editor, system: VendorSystem): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const both = await providers.lock(trx, system);
        await audit(trx, by, 'drm.test-provider', { system, before: both, after: both });
      });
    },
  };
}

/** Returns what the audit log keeps: no secret, and of the certificate only that there is one. */
function factsOf(provider: StoredProvider | undefined, secrets: 'kept' | 'replaced') {
  if (!provider) return {};
  const { settings, enabled, fairPlay } = provider;
  return {
    enabled,
    settings: JSON.stringify(settings),
    secrets,
    ...(fairPlay ? { fairPlay: `${fairPlay.requestCodec}/${fairPlay.responseCodec}` } : {}),
  };
}

export type Providers = ReturnType<typeof createProviders>;
