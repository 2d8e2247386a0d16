import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { findBinaries, linkLibraries } from '../db/embedded/binaries.ts';
import {
  APPLICATION_DATABASE,
  APPLICATION_ROLE,
  ensureCluster,
  findClusterDir,
  readPassword,
} from '../db/embedded/cluster.ts';
import { chooseIdentity } from '../db/embedded/identity.ts';
import { launchServer } from '../db/embedded/server-process.ts';
import { buildConnectionString, listServerSettings } from '../db/embedded/settings.ts';
import { migrate } from '../db/migrate.ts';
import { createLog } from '../log/log.ts';
import {
  buildDatabaseUrl,
  copyStatement,
  openTestDatabase,
  startedTemplateName,
  templateName,
} from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string;
  }
}

const mebibyte = 1024 ** 2;

/**
 * What a database needs to outlive a crash of its machine, which no test of this server brings about,
 * and buffers for gigabytes. Every database that a test makes or drops writes out all that changed and
 * looks through all buffers, after which each changed page is logged whole: half of the processor's
 * time of this server. Tests of the embedded PostgreSQL start their own, with all of its settings.
 */
const withoutLastingData = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_compression: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Databases live for seconds, and each worker that looks for waste is a connection more.
  autovacuum: 'off',
} as const;

/** Starts the PostgreSQL of the product in a new folder, with cheaper settings. */
async function startDatabaseServer(dataDir: string) {
  const binaries = findBinaries();
  const place = await realpath(dataDir);
  const clusterDir = findClusterDir(place);
  const nativeDir = await realpath(binaries.nativeDir);
  const identity = await chooseIdentity(clusterDir, [nativeDir, place]);
  const linked = await linkLibraries(nativeDir, path.join(place, 'pg-lib'), identity);
  // Each backend would look up the same symbols again.
  const environment = { ...linked, LD_BIND_NOW: '1' };
  const tools = { binaries, identity, environment };
  await ensureCluster(place, tools);
  const settings = listServerSettings({
    socketDir: clusterDir,
    tcpPort: undefined,
    totalMemoryBytes: 512 * mebibyte,
    launcherPid: process.pid,
  });
  const server = await launchServer({
    clusterDir,
    tools,
    settings: { ...settings, ...withoutLastingData },
    timeoutMs: 60_000,
    log: createLog('warn'),
  });
  if (server === 'locked') throw new Error(`another process holds ${clusterDir}`);
  const connectionString = buildConnectionString({
    user: APPLICATION_ROLE,
    password: await readPassword(clusterDir),
    database: APPLICATION_DATABASE,
    socketDir: server.socketDir,
    port: server.port,
  });
  return { connectionString, stop: server.stop };
}

/**
 * Starts one real PostgreSQL for all integration tests, with a migrated template that test files
 * copy, and a copy of it that a server may be started on once. `TEST_DATABASE_URL` names another server, to test against another version.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prahari-int-'));
  const given = process.env['TEST_DATABASE_URL'];
  const started = given ? undefined : await startDatabaseServer(dataDir);
  const server = given ?? started?.connectionString ?? '';
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  for (const name of [startedTemplateName, templateName]) {
    await admin.query(`DROP DATABASE IF EXISTS ${name}`);
  }
  await admin.query(`CREATE DATABASE ${templateName}`);
  const { db } = openTestDatabase(buildDatabaseUrl(server, templateName), 1);
  await migrate(db);
  await db.destroy();
  await admin.query(copyStatement(startedTemplateName, templateName));
  await admin.end();
  project.provide('databaseServer', server);
  return async () => {
    await started?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
