import { type VendorSystem, vendorSystems } from '@prahari/contract';
import * as z from 'zod/mini';
import type { SealedColumn } from '../../../platform/crypto/reseal.ts';
import { type SealingKeys, seal, unseal } from '../../../platform/crypto/seal.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Notifications } from '../../../platform/db/notifications.ts';
import type { Secrets } from './drivers.rules.ts';
import {
  listStoredProviders,
  providersChannel,
  type StoredProvider,
} from './providers.repository.ts';

export const providerSecretsColumn: SealedColumn = {
  what: 'secrets of licence services',
  table: 'drm_providers',
  column: 'sealed_secrets',
  context: 'drm-provider:{drm_system}',
};

/** A configured licence service with its secrets. */
export interface Provider extends StoredProvider {
  readonly secrets: Secrets;
}

const secretsSchema = z.record(z.string(), z.string());
const contextOf = (system: VendorSystem) => `drm-provider:${system}`;

/**
 * Caches the configured licence services, which are read for each licence. Without a connection for
 * notifications nothing is cached, since changes by other processes would be missed.
 */
export function createProviderCache(deps: {
  readonly db: Db;
  readonly masterKey: SealingKeys;
  readonly notifications: Pick<Notifications, 'on' | 'onConnect' | 'isListening'>;
}) {
  const { db, masterKey, notifications } = deps;
  let cached: Promise<ReadonlyMap<VendorSystem, Provider>> | undefined;
  const forget = () => {
    cached = undefined;
  };
  notifications.on(providersChannel, forget);
  notifications.onConnect(forget);

  async function read(): Promise<ReadonlyMap<VendorSystem, Provider>> {
    const all = await listStoredProviders(db);
    return new Map(all.map((stored) => [stored.system, unsealProvider(masterKey, stored)]));
  }

  async function readCached(): Promise<ReadonlyMap<VendorSystem, Provider>> {
    if (!notifications.isListening()) return read();
    const reading = cached ?? read();
    cached = reading;
    reading.catch(forget);
    return reading;
  }

  return {
    /** Finds the provider of a system; null if none is configured, or it is switched off. */
    async findEnabledProvider(system: VendorSystem): Promise<Provider | null> {
      const provider = (await readCached()).get(system);
      return provider?.enabled ? provider : null;
    },

    /** Finds a provider even when it is switched off, to be tested before it is switched on. */
    findConfiguredProvider: async (system: VendorSystem): Promise<Provider | undefined> =>
      (await read()).get(system),

    async listEnabledSystems(): Promise<VendorSystem[]> {
      const found = await readCached();
      return vendorSystems.filter((system) => found.get(system)?.enabled);
    },

    /** Call it after a change by this process, whose next request must see it. */
    forget,
  };
}

export type ProviderCache = ReturnType<typeof createProviderCache>;

export function unsealProvider(masterKey: SealingKeys, stored: StoredProvider): Provider {
  const plain = unseal(masterKey, stored.sealedSecrets, contextOf(stored.system));
  return { ...stored, secrets: z.parse(secretsSchema, JSON.parse(plain.toString())) };
}

export function sealSecrets(
  masterKey: SealingKeys,
  system: VendorSystem,
  secrets: Secrets,
): Buffer {
  return seal(masterKey, Buffer.from(JSON.stringify(secrets)), contextOf(system));
}
