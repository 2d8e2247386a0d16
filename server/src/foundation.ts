import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Clock, systemClock } from './platform/clock/clock.ts';
import { type InstanceSecrets, loadInstanceSecrets } from './platform/crypto/instance-secrets.ts';
import { openMasterKey } from './platform/crypto/master-key.ts';
import type { SealingKeys } from './platform/crypto/seal.ts';
import { checkDatabase, type Db, openDatabase, type Pool } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/embedded-postgres.ts';
import { migrate } from './platform/db/migrate.ts';
import { type Notifications, openNotifications } from './platform/db/notifications.ts';
import { ensureEventPartitions } from './platform/events/partitions.ts';
import type { Log } from './platform/log/log.ts';
import type { ObjectStorage } from './platform/storage/storage.ts';
import { openStorage, type StorageConfig } from './platform/storage/storage-settings.ts';

const poolSize = 12;
/** Partitions are made a week ahead, so a missed turn costs nothing. */
const partitionsEveryMs = 6 * 3_600_000;

export interface FoundationSettings extends StorageConfig {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly masterKeyFile: string | undefined;
}

/** What every feature stands on, opened once a process. */
export interface Foundation {
  readonly log: Log;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly connectionString: string;
  readonly db: Db;
  readonly pool: Pool;
  readonly notifications: Notifications;
  readonly storage: ObjectStorage;
  readonly masterKey: SealingKeys;
  readonly secrets: InstanceSecrets;
  close(): Promise<void>;
}

/**
 * Opens the data folder, the database and the secrets; what was opened is closed again when a
 * later step fails.
 * @throws StartError and EmbeddedPostgresError, each with one sentence for the operator
 */
export async function openFoundation(
  settings: FoundationSettings,
  deps: { log: Log; clock?: Clock; onDatabaseLost?: () => void },
): Promise<Foundation> {
  const { log, clock = systemClock } = deps;
  const dataDir = path.resolve(settings.dataDir);
  const closers: (() => Promise<unknown>)[] = [];
  let isClosing = false;
  const close = async () => {
    isClosing = true;
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    const masterKey = await openMasterKey({ file: settings.masterKeyFile, dataDir });
    let connectionString = settings.databaseUrl;
    if (!connectionString) {
      const embedded = await startEmbeddedPostgres({ dataDir, log, onLost: deps.onDatabaseLost });
      closers.push(() => embedded.stop());
      connectionString = embedded.connectionString;
    }
    const onError = (error: Error) => {
      if (!isClosing) log.warn({ reason: error.message }, 'a database connection failed');
    };
    const { db, pool } = openDatabase(connectionString, { poolSize, onError });
    closers.push(() => db.destroy());
    await checkDatabase(pool);
    const applied = await migrate(db);
    if (applied.length > 0) log.info({ applied }, 'the schema was brought up to date');
    await ensureEventPartitions(db, clock.now());
    const partitions = setInterval(() => {
      ensureEventPartitions(db, clock.now()).catch(onError);
    }, partitionsEveryMs);
    closers.push(async () => clearInterval(partitions));
    const secrets = await loadInstanceSecrets(db, masterKey);
    const notifications = openNotifications(connectionString, log);
    closers.push(() => notifications.stop());
    const storage = await openStorage(settings, path.join(dataDir, 'media'));
    return {
      ...{ log, clock, dataDir, connectionString, db, pool, notifications, storage },
      ...{ masterKey, secrets, close },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
