import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, linkLibraries } from '../db/embedded/binaries.ts';
import {
  APPLICATION_DATABASE,
  APPLICATION_ROLE,
  type ClusterTools,
  ensureCluster,
  findClusterDir,
  readPassword,
} from '../db/embedded/cluster.ts';
import { buildCommand, chooseIdentity } from '../db/embedded/identity.ts';
import {
  buildConnectionString,
  formatSettingArguments,
  listServerSettings,
} from '../db/embedded/settings.ts';

const mebibyte = 1024 ** 2;
const superuser = 'postgres';

export interface ReplicatedDatabase {
  readonly primary: string;
  readonly replica: string;
  /** Lets the replica stand still, and go on. */
  setReplay(to: 'pause' | 'resume'): Promise<void>;
  /** As `kill -9` does. */
  killReplica(): Promise<void>;
  stop(): Promise<void>;
}

/** A PostgreSQL of the test's own with a streaming replica, made of one cluster. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'prahari-replicated-')));
  const binaries = findBinaries();
  const nativeDir = await realpath(binaries.nativeDir);
  const clusterDir = findClusterDir(folder);
  const replicaDir = path.join(folder, 'replica');
  const identity = await chooseIdentity(clusterDir, [nativeDir, folder]);
  const environment = await linkLibraries(nativeDir, path.join(folder, 'pg-lib'), identity);
  const tools = { binaries, identity, environment };
  await ensureCluster(folder, tools);
  const trusted = ['all', 'replication'].map((what) => `local ${what} ${superuser} trust\n`);
  await appendFile(path.join(clusterDir, 'pg_hba.conf'), trusted.join(''));
  await cp(clusterDir, replicaDir, { recursive: true, preserveTimestamps: true });
  await writeFile(path.join(replicaDir, 'standby.signal'), '');
  const password = await readPassword(clusterDir);
  const addressOf = (socketDir: string) =>
    buildConnectionString({
      user: APPLICATION_ROLE,
      password,
      database: APPLICATION_DATABASE,
      socketDir,
      port: 5432,
    });
  const children = [
    await startCluster(clusterDir, tools, { wal_level: 'replica', max_wal_senders: '4' }),
    await startCluster(replicaDir, tools, {
      primary_conninfo: `host=${clusterDir} port=5432 user=${superuser}`,
    }),
  ];
  const [primary, replica] = [addressOf(clusterDir), addressOf(replicaDir)];
  await untilAnswers(primary);
  await untilAnswers(replica);

  async function kill(child: ChildProcess | undefined): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await ended;
  }

  return {
    primary,
    replica,
    async setReplay(to) {
      const client = new pg.Client({
        host: replicaDir,
        user: superuser,
        database: APPLICATION_DATABASE,
      });
      await client.connect();
      await client.query(`SELECT pg_wal_replay_${to}()`);
      await client.end();
    },
    killReplica: () => kill(children[1]),
    async stop() {
      await Promise.all(children.map(kill));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startCluster(
  dir: string,
  { binaries, identity, environment }: ClusterTools,
  more: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const settings = listServerSettings({
    socketDir: dir,
    tcpPort: undefined,
    totalMemoryBytes: 512 * mebibyte,
    launcherPid: process.pid,
  });
  const args = ['-D', dir, ...formatSettingArguments({ ...settings, fsync: 'off', ...more })];
  const command = await buildCommand(identity, binaries.postgres, args);
  return spawn(command.file, command.args, {
    cwd: '/',
    env: { ...environment, PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: 'ignore',
    ...(command.uid === undefined ? {} : { uid: command.uid }),
    ...(command.gid === undefined ? {} : { gid: command.gid }),
  });
}

async function untilAnswers(connectionString: string): Promise<void> {
  const deadlineMs = performance.now() + 60_000;
  for (;;) {
    const client = new pg.Client({ connectionString });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await delay(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
