import path from 'node:path';
import {
  closeDataFolder,
  dataFoldersOf,
  describeOwner,
  openDataFolder,
  openMediaFolder,
} from './data-folder.ts';
import { type Clock, systemClock } from './platform/clock/clock.ts';
import {
  createSecretLoader,
  instanceIdSecret,
  type LoadSecret,
} from './platform/crypto/instance-secrets.ts';
import { openMasterKey } from './platform/crypto/master-key.ts';
import type { SealingKeys } from './platform/crypto/seal.ts';
import {
  checkDatabase,
  type Db,
  openDatabase,
  openPlainPool,
  type Pool,
} from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/embedded-postgres.ts';
import type { GuardedPool } from './platform/db/guarded-pool.ts';
import { migrate } from './platform/db/migrate.ts';
import { type Notifications, openNotifications } from './platform/db/notifications.ts';
import { type DatabaseWatch, watchDatabase } from './platform/db/watch.ts';
import type { SecondConnectionError } from './platform/db/watched-pool.ts';
import type { Log } from './platform/log/log.ts';
import type { ObjectStorage } from './platform/storage/storage.ts';
import { openStorage, type StorageConfig } from './platform/storage/storage-settings.ts';
import type { Tracing } from './platform/tracing/tracing.ts';

const poolSize = 12;
const jobPoolSize = 4;
/**
 * Long work is done in batches: a statement that takes longer is stuck, and its caller gets an
 * error.
 */
const statementLimitMs = 15_000;

export interface FoundationSettings extends StorageConfig {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly masterKeyFile: string | undefined;
}

/** The resources that every feature needs, opened once for each process. */
export interface Foundation {
  readonly log: Log;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly connectionString: string;
  readonly db: Db;
  readonly pool: Pool;
  /** Connections for the job queue alone. */
  openJobPool(): GuardedPool;
  readonly databaseWatch: DatabaseWatch;
  readonly notifications: Notifications;
  readonly storage: ObjectStorage;
  readonly masterKey: SealingKeys;
  /** Names the instance. */
  readonly instanceId: string;
  readonly loadSecret: LoadSecret;
  close(): Promise<void>;
}

/**
 * Opens the data folder, the database and the secrets; closes them again when a later step fails.
 * @throws StartError and EmbeddedPostgresError, each with one sentence for the operator
 */
export async function openFoundation(
  settings: FoundationSettings,
  deps: {
    log: Log;
    clock?: Clock;
    onSecondConnection?: (error: SecondConnectionError) => void;
    /** A command works beside the server whose embedded database this is. */
    isBesideServer?: boolean;
    tracing?: Tracing | undefined;
  },
): Promise<Foundation> {
  const { log, clock = systemClock } = deps;
  const dataDir = path.resolve(settings.dataDir);
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    // Before a database is started for settings that can't work.
    const { mediaDir } = dataFoldersOf(dataDir);
    const storage = await openStorage(settings, mediaDir);
    await openDataFolder(dataDir);
    await closeDataFolder(dataDir, log);
    // A command may run as root, whose folders the server could not write into.
    if (settings.storage === 'disk' && !deps.isBesideServer) await openMediaFolder(mediaDir, log);
    const masterKey = await openMasterKey({ file: settings.masterKeyFile, dataDir });
    let connectionString = settings.databaseUrl;
    if (!connectionString) {
      const embedded = await startEmbeddedPostgres({ dataDir, log });
      closers.push(() => embedded.stop());
      if (embedded.adopted && !deps.isBesideServer) {
        throw await describeOwner(dataDir, embedded.launcherPid);
      }
      connectionString = embedded.connectionString;
    }
    const watch = watchDatabase(connectionString, log);
    closers.push(async () => watch.stop());
    await bringUpToDate(connectionString, { log, watch });
    const url = connectionString;
    const limits = { watch, statementLimitMs };
    // A call that may block others is still better than one that fails: log where it is.
    const onSecondConnection =
      deps.onSecondConnection ?? ((error: Error) => void log.error({ err: error }, error.message));
    const { db, pool } = openDatabase(url, {
      ...limits,
      poolSize,
      onSecondConnection,
      onStatement: deps.tracing?.noteStatement,
    });
    closers.push(() => db.destroy());
    const loadSecret = createSecretLoader(db, masterKey);
    // Also finds out whether the master key is the right one.
    const instanceId = (await loadSecret(instanceIdSecret)).toString();
    const notifications = openNotifications(connectionString, { log, watch });
    closers.push(() => notifications.stop());
    return {
      log,
      clock,
      dataDir,
      connectionString,
      db,
      pool,
      notifications,
      storage,
      masterKey,
      instanceId,
      loadSecret,
      close,
      databaseWatch: watch,
      openJobPool: () =>
        openPlainPool(url, { ...limits, poolSize: jobPoolSize, applicationName: 'prahari-jobs' }),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Checks the database and its schema, by a connection on which a statement may take hours. */
async function bringUpToDate(
  connectionString: string,
  { log, watch }: { log: Log; watch: DatabaseWatch },
): Promise<void> {
  const options = { poolSize: 1, statementLimitMs: undefined, watch };
  const { db, pool } = openDatabase(connectionString, options);
  try {
    await checkDatabase(pool);
    const applied = await migrate(db);
    if (applied.length > 0) log.info({ applied }, 'the schema was brought up to date');
  } finally {
    await db.destroy();
  }
}
