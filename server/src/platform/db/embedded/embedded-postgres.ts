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
  findClusterDir,
  readPassword,
} from './cluster.ts';
import { EmbeddedPostgresError, explainSystemError } from './failure.ts';
import { chooseIdentity, type Identity } from './identity.ts';
import { killServerProcesses, type Shutdown, shutDown } from './leftovers.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';
import { type LauncherLog, launchServer, type RunningServer } from './server-process.ts';
import { buildConnectionString, doesSocketFit, listServerSettings } from './settings.ts';

const POLL_MS = 10;
const START_TIMEOUT_MS = 60_000;
/** How long a killed server's unreaped processes may keep its lock file alive. */
const LOCK_TIMEOUT_MS = 10_000;
/** After this time, processes without a postmaster are stuck, not ending. */
const STUCK_AFTER_MS = 3000;
/** Between two attempts to restart a server that ended unexpectedly. */
const REVIVAL_PAUSE_MS = 1000;
const LOCK_RETRY_MS = 200;

export type EmbeddedPostgresOptions = {
  /** The application's data folder; the cluster lies in `<dataDir>/pg`. */
  readonly dataDir: string;
  readonly log: LauncherLog;
  /** Also listen on 127.0.0.1 at this port; without it there is a Unix socket only. */
  readonly port?: number;
};

export type EmbeddedPostgres = {
  readonly connectionString: string;
  /** A sibling process runs the server on this folder; `stop` then leaves it alone. */
  readonly adopted: boolean;
  /** The process that started the server: this one, or the sibling. */
  readonly launcherPid: number;
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on `<dataDir>/pg`, creating the cluster the first time. A server that a living
 * sibling process started on the same folder is shared; one whose starter was killed is stopped
 * first, because no process would ever stop it otherwise. A server that was started here and ends
 * unexpectedly is restarted, at the same address, as often as needed.
 * @throws EmbeddedPostgresError with one sentence: no package for this platform, no account to run
 * it as, disk full, folder not writable, data of another major version, start time-out.
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
  const clusterDir = findClusterDir(dataDir);
  const nativeDir = await realpath(binaries.nativeDir);
  const identity = await chooseIdentity(clusterDir, [nativeDir, dataDir]);
  const environment = await linkLibraries(nativeDir, path.join(dataDir, 'pg-lib'), identity);
  const tools: ClusterTools = { binaries, identity, environment };
  await ensureCluster(dataDir, tools);
  const server = await keepRunning(options.log, (onLost) =>
    shareOrLaunch(clusterDir, tools, { ...options, onLost }),
  );
  const connectionString = buildConnectionString({
    user: APPLICATION_ROLE,
    password: await readPassword(clusterDir),
    database: APPLICATION_DATABASE,
    socketDir: server.socketDir,
    port: server.port,
  });
  const { adopted, launcherPid, stop } = server;
  return { connectionString, adopted, launcherPid, stop };
}

type Server = RunningServer & { readonly adopted: boolean; readonly launcherPid: number };

/** Launches a server, and again whenever it is lost, until `stop`. */
async function keepRunning(
  log: LauncherLog,
  launch: (onLost: () => void) => Promise<Server>,
): Promise<Server> {
  let isStopping = false;
  let revival: Promise<void> | undefined;
  const onLost = () => {
    log.error('the embedded PostgreSQL ended unexpectedly: starting it again');
    revival = revive();
  };
  const first = await launch(onLost);
  let current = first;

  async function revive(): Promise<void> {
    while (!isStopping) {
      try {
        current = await launch(onLost);
        log.info('the embedded PostgreSQL runs again');
        return;
      } catch (error) {
        log.error(error instanceof Error ? error.message : String(error));
        await delay(REVIVAL_PAUSE_MS);
      }
    }
  }

  return {
    ...first,
    async stop() {
      isStopping = true;
      await revival;
      await current.stop();
    },
  };
}

async function shareOrLaunch(
  clusterDir: string,
  tools: ClusterTools,
  { log, port, onLost }: EmbeddedPostgresOptions & { readonly onLost: () => void },
): Promise<Server> {
  const begunMs = performance.now();
  let lockedSinceMs: number | undefined;
  for (;;) {
    const found = await settle(clusterDir, begunMs, log);
    if (found !== undefined) {
      return { ...found, adopted: true, launcherPid: found.parentPid, stop: async () => {} };
    }
    const socketDir = await prepareSocketDir(clusterDir, tools.identity);
    const settings = listServerSettings({
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
        // A new folder in the temporary one; the cluster's is never empty.
        await rmdir(socketDir).catch(() => {});
      };
      return { ...launched, adopted: false, launcherPid: process.pid, stop };
    }
    lockedSinceMs ??= performance.now();
    const isStuck = performance.now() - lockedSinceMs > STUCK_AFTER_MS;
    if (isStuck && (await findPostmaster(clusterDir)) === undefined) {
      log.warn('killing what an ended PostgreSQL left behind');
      await killServerProcesses(clusterDir);
    }
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
  let shutdown: { readonly pid: number; readonly of: Shutdown } | undefined;
  for (;;) {
    const found = await findPostmaster(clusterDir);
    if (found === undefined) return undefined;
    if (!found.orphaned && found.status === 'ready') return found;
    if (found.orphaned) {
      if (shutdown?.pid !== found.pid) {
        log.info('stopping the PostgreSQL that a killed process left behind');
        const tell = (step: string) => log.warn(`the PostgreSQL that was left behind: ${step}`);
        shutdown = { pid: found.pid, of: shutDown({ pid: found.pid, clusterDir }, tell) };
      }
      await shutdown.of.press(performance.now());
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
 * Prepares the cluster's own folder, closed to all other accounts, or where its path is too long
 * for a socket a private folder in the temporary one.
 */
async function prepareSocketDir(clusterDir: string, identity: Identity): Promise<string> {
  if (doesSocketFit(clusterDir, process.platform)) return clusterDir;
  const name = createHash('sha256').update(clusterDir).digest('hex').slice(0, 12);
  const dir = path.join(os.tmpdir(), `prahari-${name}`);
  const made = await mkdir(dir, { mode: 0o700 }).then(() => true, isTaken);
  if (made && identity.kind === 'account') await chown(dir, identity.uid, identity.gid);
  // Another account may have created it before us, even as a link: the chown above changes only our
  // own.
  const stats = await lstat(dir);
  const expected = identity.kind === 'account' ? identity.uid : process.getuid?.();
  if (!stats.isDirectory() || stats.uid !== expected) {
    throw new EmbeddedPostgresError(
      `${dir} belongs to another account and the path of ${clusterDir} is too long for a socket: set DATA_DIR to a shorter path.`,
    );
  }
  return dir;
}

/** Tells whether an error says that the folder exists already; rethrows any other. */
function isTaken(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
  throw error;
}
