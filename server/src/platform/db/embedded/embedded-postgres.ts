import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, realpath, rmdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findBinaries, linkLibraries } from './binaries.ts';
import {
  APPLICATION_DATABASE,
  APPLICATION_ROLE,
  type ClusterTools,
  ensureCluster,
  readPassword,
} from './cluster.ts';
import { EmbeddedPostgresError, explainSystemError } from './failure.ts';
import { chooseIdentity, type Identity } from './identity.ts';
import { findPostmaster, type Postmaster, signalPostmaster } from './postmaster.ts';
import { type LauncherLog, launchServer, type RunningServer } from './server-process.ts';
import { connectionStringOf, serverSettings, socketFits } from './settings.ts';

const POLL_MS = 10;
const START_TIMEOUT_MS = 60_000;
/** How long a killed server's unreaped processes may keep its lock file alive. */
const LOCK_TIMEOUT_MS = 10_000;
const LOCK_RETRY_MS = 200;

export type EmbeddedPostgresOptions = {
  /** The application's data folder; the cluster lies in `<dataDir>/pg`. */
  readonly dataDir: string;
  readonly log: LauncherLog;
  /** Also listen on 127.0.0.1 at this port; without it there is a Unix socket only. */
  readonly port?: number;
  /** Called when the server that was started here ends without having been asked to. */
  readonly onLost?: (() => void) | undefined;
};

export type EmbeddedPostgres = {
  readonly connectionString: string;
  /** A sibling process runs the server on this folder; `stop` then leaves it alone. */
  readonly adopted: boolean;
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on `<dataDir>/pg`, making the cluster the first time. A server that a living
 * sibling process started on the same folder is shared; one whose starter was killed is stopped
 * first, because nothing would ever stop it otherwise.
 * @throws EmbeddedPostgresError with one sentence: no package for this platform, nobody to run it
 * as, disk full, folder not writable, data of another major version, start time-out.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (error) {
    throw explainSystemError(error, options.dataDir);
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = findBinaries();
  await mkdir(options.dataDir, { recursive: true, mode: 0o711 });
  const dataDir = await realpath(options.dataDir);
  const clusterDir = path.join(dataDir, 'pg');
  const nativeDir = await realpath(binaries.nativeDir);
  const identity = await chooseIdentity(clusterDir, [nativeDir, dataDir]);
  const environment = await linkLibraries(nativeDir, path.join(dataDir, 'pg-lib'));
  const tools: ClusterTools = { binaries, identity, environment };
  await ensureCluster(dataDir, tools);
  const server = await shareOrLaunch(clusterDir, tools, options);
  const connectionString = connectionStringOf({
    user: APPLICATION_ROLE,
    password: await readPassword(clusterDir),
    database: APPLICATION_DATABASE,
    socketDir: server.socketDir,
    port: server.port,
  });
  return { connectionString, adopted: server.adopted, stop: server.stop };
}

type Server = RunningServer & { readonly adopted: boolean };

async function shareOrLaunch(
  clusterDir: string,
  tools: ClusterTools,
  { log, port, onLost }: EmbeddedPostgresOptions,
): Promise<Server> {
  const begunMs = performance.now();
  let lockedSinceMs: number | undefined;
  for (;;) {
    const found = await settle(clusterDir, begunMs, log);
    if (found !== undefined) return { ...found, adopted: true, stop: async () => {} };
    const socketDir = await prepareSocketDir(clusterDir, tools.identity);
    const settings = serverSettings({
      socketDir,
      tcpPort: port,
      totalMemoryBytes: os.totalmem(),
      launcherPid: process.pid,
    });
    const timeoutMs = START_TIMEOUT_MS - (performance.now() - begunMs);
    const launched = await launchServer({ clusterDir, tools, settings, timeoutMs, log, onLost });
    if (launched !== 'locked') {
      const stop = async (): Promise<void> => {
        await launched.stop();
        // A folder of its own in the temporary one; the cluster's is never empty.
        await rmdir(socketDir).catch(() => {});
      };
      return { ...launched, adopted: false, stop };
    }
    lockedSinceMs ??= performance.now();
    if (performance.now() - lockedSinceMs > LOCK_TIMEOUT_MS) {
      throw new EmbeddedPostgresError(
        `Another process still holds ${path.join(clusterDir, 'postmaster.pid')}: stop it and start again.`,
      );
    }
    await delay(LOCK_RETRY_MS);
  }
}

/** Waits until the folder is free (`undefined`) or a sibling's server on it is ready. */
async function settle(
  clusterDir: string,
  begunMs: number,
  log: LauncherLog,
): Promise<Postmaster | undefined> {
  let told: number | undefined;
  for (;;) {
    const found = await findPostmaster(clusterDir);
    if (found === undefined) return undefined;
    if (!found.orphaned && found.status === 'ready') return found;
    if (found.orphaned && told !== found.pid) {
      log.info('stopping the PostgreSQL that a killed process left behind');
      signalPostmaster(found.pid, 'SIGINT');
      told = found.pid;
    }
    if (performance.now() - begunMs > START_TIMEOUT_MS) {
      throw new EmbeddedPostgresError(
        `The PostgreSQL already running on ${clusterDir} (process ${found.pid}) is still ${found.status} after 60 s.`,
      );
    }
    await delay(POLL_MS);
  }
}

/**
 * The cluster's own folder, which nobody else may enter, or where its path is too long for a
 * socket a private folder in the temporary one.
 */
async function prepareSocketDir(clusterDir: string, identity: Identity): Promise<string> {
  if (socketFits(clusterDir, process.platform)) return clusterDir;
  const name = createHash('sha256').update(clusterDir).digest('hex').slice(0, 12);
  const dir = path.join(os.tmpdir(), `prahari-${name}`);
  const made = await mkdir(dir, { mode: 0o700 }).then(() => true, isTaken);
  if (made && identity.kind === 'account') await chown(dir, identity.uid, identity.gid);
  // Anybody may have made it before us, as a link even: chown above touches our own only.
  const stats = await lstat(dir);
  const expected = identity.kind === 'account' ? identity.uid : process.getuid?.();
  if (!stats.isDirectory() || stats.uid !== expected) {
    throw new EmbeddedPostgresError(
      `${dir} belongs to somebody else and the path of ${clusterDir} is too long for a socket: set DATA_DIR to a shorter path.`,
    );
  }
  return dir;
}

/** `false` when the folder is there already; any other failure is thrown on. */
function isTaken(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
  throw error;
}
