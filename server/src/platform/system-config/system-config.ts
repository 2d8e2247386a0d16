import type { SystemConfig } from '@prahari/contract';
import type { Db } from '../db/database.ts';
import type { Notifications } from '../db/notifications.ts';
import type { Log } from '../log/log.ts';
import { computeEffectiveConfig } from './effective-config.ts';
import { configChannel, readStoredConfig, type StoredConfig } from './stored-config.ts';

/** The configuration as features read it: at each use, and never kept. */
export interface LiveConfig {
  /** Out of memory; at most two seconds behind a change in another process. */
  current(): SystemConfig;
}

export interface SystemConfigStore extends LiveConfig {
  /** The values in force where nothing was saved. */
  readonly initial: SystemConfig;
  /**
   * Takes a new configuration at once, for the process that saved it: its own next request must not
   * race the message.
   */
  accept(stored: StoredConfig): void;
}

/** Reads the configuration, and reads it again whenever any process changed it. */
export async function openSystemConfig(deps: {
  db: Db;
  log: Log;
  notifications: Pick<Notifications, 'on' | 'onConnect'>;
  initial: SystemConfig;
}): Promise<SystemConfigStore> {
  const { db, log, notifications, initial } = deps;
  let version = -1;
  let config = initial;
  const accept = (stored: StoredConfig) => {
    // Reads may overtake each other.
    if (stored.version <= version) return;
    version = stored.version;
    config = computeEffectiveConfig(initial, stored.saved);
  };
  const renew = async () => accept(await readStoredConfig(db));
  await renew();
  notifications.on(configChannel, () => {
    renew().catch((error: unknown) =>
      log.error({ err: error }, 'the system configuration could not be read again'),
    );
  });
  notifications.onConnect(renew);
  return { initial, accept, current: () => config };
}
