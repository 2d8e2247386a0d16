import path from 'node:path';
import {
  closeDataFolder,
  dataFoldersOf,
  describeOwner,
  openDataFolder,
  openMediaFolder,
  refuseMoved,
} from './data-folder.ts';
import { type Clock, systemClock } from './platform/clock/clock.ts';
import {
  createSecretLoader,
  instanceIdSecret,
  type LoadSecret,
} from './platform/crypto/instance-secrets.ts';
import { openMasterKey } from './platform/crypto/master-key.ts';
import { findMasterKeyPlace, type MasterKeyConfig } from './platform/crypto/master-key-settings.ts';
import type { SealingKeys } from './platform/crypto/seal.ts';
import {
  checkDatabase,
  checkPooler,
  type Db,
  openDatabase,
  openPlainPool,
  type Pool,
} from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/embedded-postgres.ts';
import type { GuardedPool } from './platform/db/guarded-pool.ts';
import { migrate } from './platform/db/migrate.ts';
import { type Notifications, openNotifications } from './platform/db/notifications.ts';
import { openReadReplica, type ReadReplica } from './platform/db/read-replica.ts';
import { type DatabaseWatch, watchDatabase } from './platform/db/watch.ts';
import type { SecondConnectionError } from './platform/db/watched-pool.ts';
import { StartError } from './platform/errors/app-error.ts';
import type { Log } from './platform/log/log.ts';
import type { S3Bucket } from './platform/storage/s3-bucket.ts';
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

export interface FoundationSettings extends StorageConfig, MasterKeyConfig {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseDirectUrl: string | undefined;
  readonly databaseReadUrl: string | undefined;
  readonly databaseReadLagSeconds: number;
}

/** The resources that every feature needs, opened once for each process. */
export interface Foundation {
  readonly log: Log;
  readonly clock: Clock;
  readonly dataDir: string;
  /** The address of PostgreSQL itself, also where queries go through a pooler. */
  readonly connectionString: string;
  readonly db: Db;
  readonly pool: Pool;
  /** Answers reports in the place of `db`. */
  readonly replica: ReadReplica | undefined;
  /** Connections for the job queue alone. */
  openJobPool(): GuardedPool;
  readonly databaseWatch: DatabaseWatch;
  readonly notifications: Notifications;
  readonly storage: ObjectStorage;
  /** Shared by all processes; undefined where files are stored on a disk. */
  readonly bucket: S3Bucket | undefined;
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
    const { storage, bucket } = await openStorage(settings, mediaDir);
    await openDataFolder(dataDir);
    await closeDataFolder(dataDir, log);
    // A command may run as root, whose folders the server could not write into.
    if (settings.storage === 'disk' && !deps.isBesideServer) await openMediaFolder(mediaDir, log);
    const masterKey = await openMasterKey(await findMasterKeyPlace(settings), log);
    closers.push(async () => masterKey.close());
    const database = await openDatabaseServer(settings, deps);
    closers.push(() => database.stop());
    const { connectionString, pooler } = database;
    const watch = watchDatabase(connectionString, log, pooler);
    closers.push(async () => watch.stop());
    await bringUpToDate(connectionString, { log, watch, pooler });
    const url = pooler ?? connectionString;
    const limits = { watch, statementLimitMs, isBehindPooler: pooler !== undefined };
    // A call that may block others is still better than one that fails: log where it is.
    const onSecondConnection =
      deps.onSecondConnection ?? ((error: Error) => void log.error({ err: error }, error.message));
    const { db, pool } = openDatabase(url, {
      ...limits,
      poolSize,
      onSecondConnection,
      statements: deps.tracing,
    });
    closers.push(() => db.destroy());
    const replica = settings.databaseReadUrl
      ? openReadReplica(settings.databaseReadUrl, {
          primary: pool,
          log,
          mostLagMs: settings.databaseReadLagSeconds * 1000,
          statementLimitMs,
        })
      : undefined;
    if (replica) closers.push(() => replica.stop());
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
      replica,
      notifications,
      storage,
      bucket,
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

interface DatabaseServer {
  /** The address of PostgreSQL itself. */
  readonly connectionString: string;
  /** The address of the PgBouncer before it. */
  readonly pooler?: string;
  stop(): Promise<void>;
}

/**
 * Starts the embedded database, unless `DATABASE_URL` names one.
 * @throws StartError and EmbeddedPostgresError, each with one sentence for the operator
 */
export async function openDatabaseServer(
  settings: Pick<FoundationSettings, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>,
  { log, isBesideServer = false }: { readonly log: Log; readonly isBesideServer?: boolean },
): Promise<DatabaseServer> {
  const { databaseUrl, databaseDirectUrl } = settings;
  const stop = async () => {};
  if (databaseUrl && databaseDirectUrl) {
    return { connectionString: databaseDirectUrl, pooler: databaseUrl, stop };
  }
  if (databaseUrl) return { connectionString: databaseUrl, stop };
  if (databaseDirectUrl) {
    throw new StartError(
      'DATABASE_DIRECT_URL is for use with DATABASE_URL, the address of a PgBouncer.',
    );
  }
  const dataDir = path.resolve(settings.dataDir);
  await refuseMoved(dataDir);
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  if (embedded.adopted && !isBesideServer) {
    throw await describeOwner(dataDir, embedded.launcherPid);
  }
  return embedded;
}

/** Checks the database and its schema, by a connection on which a statement may take hours. */
async function bringUpToDate(
  connectionString: string,
  { log, watch, pooler }: { log: Log; watch: DatabaseWatch; pooler: string | undefined },
): Promise<void> {
  const options = { poolSize: 1, statementLimitMs: undefined, watch };
  const { db, pool } = openDatabase(connectionString, options);
  try {
    await checkDatabase(pool);
    if (pooler !== undefined) {
      const through = { ...options, isBehindPooler: true, applicationName: 'prahari-check' };
      const pooled = openPlainPool(pooler, through);
      await checkPooler(pool, pooled).finally(() => pooled.end());
    }
    const applied = await migrate(db);
    if (applied.length > 0) log.info({ applied }, 'the schema was brought up to date');
  } finally {
    await db.destroy();
  }
}
