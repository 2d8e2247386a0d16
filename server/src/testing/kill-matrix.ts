import { randomInt, randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, endpoints } from '@prahari/contract';
import pg from 'pg';
import { startEmbeddedPostgres } from '../platform/db/embedded/embedded-postgres.ts';
import { readPidFile } from '../platform/db/embedded/postmaster.ts';
import { buildConnectionString } from '../platform/db/embedded/settings.ts';
import { startDatabaseProxy } from '../platform/testing/database-proxy.ts';
import { startServerProcess } from './server-process.ts';
import { testPassword } from './start-test-server.ts';
import { createTestClient } from './test-client.ts';

export const victims = [
  'server process',
  'postmaster',
  'backend killed',
  'backend terminated',
  'every backend',
  'stop fast',
  'stop immediate',
  'backend stopped',
  'connections dropped',
  'silent line',
] as const;
export type Victim = (typeof victims)[number];

const writers = 3;
const writerPauseMs = 20;
/** A service that is not back by then needs manual help. */
const patienceMs = 90_000;
/** An access token lives for 900 s. */
const signInEveryMs = 600_000;
const stoppedForMs = 2000;

export interface Tally {
  acknowledged: number;
  found: number;
  refused: number;
  /** Calls that the killed server process did not answer. */
  cut: number;
  /** Any other answer. */
  readonly unexpected: string[];
  slowestCallMs: number;
  /** Unwanted ends of the server process. */
  deaths: number;
  /** Rounds after which nothing was acknowledged within 90 s. */
  needPerson: number;
  readonly backMs: Map<Victim, number[]>;
}

export interface KillMatrix {
  readonly tally: Tally;
  /** Hits one victim under traffic, and waits until writes are acknowledged again and found. */
  round(victim: Victim): Promise<void>;
  /** Ends every connection repeatedly, for this long. */
  terminateAllFor(durationMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** A server process under traffic, over its own database or over another one, whose parts may be killed. */
export async function startKillMatrix(kind: 'embedded' | 'external'): Promise<KillMatrix> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-kill-'));
  await chmod(folder, 0o711);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const dataDir = path.join(folder, 'data');
  const otherDir = path.join(folder, 'other');
  await mkdir(dataDir, { mode: 0o711 });
  const other =
    kind === 'external' ? await startEmbeddedPostgres({ dataDir: otherDir, log }) : undefined;
  const proxy = other && (await startDatabaseProxy(other.connectionString));
  const clusterDir = path.join(other ? otherDir : dataDir, 'pg');
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    PASSWORD_HASH_MEMORY_MIB: '19',
    PASSWORD_HASH_PASSES: '2',
    SIGN_INS_PER_ADDRESS: '100000',
    MAX_LAG_MS: '0',
    ...(proxy ? { DATABASE_URL: proxy.connectionString } : {}),
  });
  const contactNumber = /Super administrator +(\S+)/.exec(server.output())?.[1] ?? '';
  const code = /One-time password +(\S+)/.exec(server.output())?.[1] ?? '';
  const client = await createTestClient(server.origin);
  const { setPasswordToken } = await client.call(endpoints.auth.verify, {
    body: { contactNumber, code },
  });
  await client.call(endpoints.auth.setPassword, {
    body: { setPasswordToken, password: testPassword },
  });
  await client.signIn(contactNumber, testPassword);
  let signedInAtMs = performance.now();

  const tally: Tally = {
    acknowledged: 0,
    found: 0,
    refused: 0,
    cut: 0,
    unexpected: [],
    slowestCallMs: 0,
    deaths: 0,
    needPerson: 0,
    backMs: new Map(),
  };
  const acknowledged: string[] = [];
  let isServerKilled = false;
  let isOver = false;

  async function write(): Promise<boolean> {
    const begunMs = performance.now();
    try {
      const { id } = await client.call(endpoints.groups.create, { body: { name: randomUUID() } });
      acknowledged.push(id);
      return true;
    } catch (error) {
      const status = error instanceof ApiError ? error.status : -1;
      if (status === 503) tally.refused += 1;
      else if (status === 0 && isServerKilled) tally.cut += 1;
      else tally.unexpected.push(`${status} ${error}`);
      return false;
    } finally {
      tally.slowestCallMs = Math.max(tally.slowestCallMs, performance.now() - begunMs);
    }
  }

  const traffic = Array.from({ length: writers }, async () => {
    while (!isOver) {
      await write();
      await delay(writerPauseMs);
    }
  });

  /** Over a connection that no victim can break. */
  async function asked<Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    const untilMs = performance.now() + patienceMs;
    for (;;) {
      try {
        return await askedOnce<Row>(text, values);
      } catch (error) {
        // The killed process may still be starting, or this connection may be hit too.
        if (performance.now() > untilMs) throw error;
        await delay(100);
      }
    }
  }

  async function askedOnce<Row extends pg.QueryResultRow>(text: string, values: unknown[]) {
    const file = await readPidFile(clusterDir);
    const direct = new pg.Client({
      connectionString: buildConnectionString({
        user: 'prahari',
        password: (await readFile(path.join(clusterDir, 'application_password'), 'utf8')).trim(),
        database: 'prahari',
        socketDir: file?.socketDir ?? clusterDir,
        port: file?.port ?? 5432,
      }),
      application_name: 'kill-matrix',
      connectionTimeoutMillis: 5000,
      query_timeout: 10_000,
    });
    direct.on('error', () => {});
    await direct.connect();
    try {
      return (await direct.query<Row>(text, values)).rows;
    } finally {
      await direct.end().catch(() => {});
    }
  }

  const backends = async () => {
    const rows = await asked<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'prahari%'`,
    );
    return rows.map(({ pid }) => pid);
  };
  const terminateAll = () =>
    asked(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'prahari%'`,
    );
  async function signalBackend(signal: NodeJS.Signals): Promise<number> {
    const untilMs = performance.now() + patienceMs;
    while (performance.now() < untilMs) {
      const all = await backends();
      const pid = all[randomInt(Math.max(all.length, 1))];
      if (pid !== undefined) {
        signalIfThere(pid, signal);
        return pid;
      }
      // The round before may have cost the server its last one.
      await delay(20);
    }
    throw new Error('the server has no connection');
  }
  const signalPostmaster = async (signal: NodeJS.Signals) =>
    signalIfThere((await readPidFile(clusterDir))?.pid ?? 0, signal);

  const strike: Readonly<Record<Victim, () => Promise<unknown>>> = {
    async 'server process'() {
      isServerKilled = true;
      await server.kill();
      await server.start();
      isServerKilled = false;
    },
    postmaster: () => signalPostmaster('SIGKILL'),
    'stop fast': () => signalPostmaster('SIGINT'),
    'stop immediate': () => signalPostmaster('SIGQUIT'),
    'backend killed': () => signalBackend('SIGKILL'),
    'backend terminated': () => signalBackend('SIGTERM'),
    'every backend': terminateAll,
    async 'backend stopped'() {
      const pid = await signalBackend('SIGSTOP');
      await delay(stoppedForMs);
      signalIfThere(pid, 'SIGCONT');
    },
    'connections dropped': async () => proxy?.dropAll(),
    async 'silent line'() {
      proxy?.set('silent');
      await delay(stoppedForMs + 1500);
      proxy?.set('open');
    },
  };

  /** Looks for all that was acknowledged, not only since the last time. */
  async function check(): Promise<void> {
    const ids = [...acknowledged];
    const rows = await asked<{ id: string }>('SELECT id FROM user_groups WHERE id = ANY($1)', [
      ids,
    ]);
    tally.acknowledged = ids.length;
    tally.found = rows.length;
  }

  async function backWithinMs(): Promise<number | undefined> {
    const begunMs = performance.now();
    while (performance.now() - begunMs < patienceMs) {
      if (await write()) return performance.now() - begunMs;
      await delay(50);
    }
    return undefined;
  }

  return {
    tally,
    async round(victim) {
      if (performance.now() - signedInAtMs > signInEveryMs) {
        await client.signIn(contactNumber, testPassword);
        signedInAtMs = performance.now();
      }
      await delay(randomInt(200));
      await strike[victim]();
      const backMs = await backWithinMs();
      if (backMs === undefined) tally.needPerson += 1;
      else tally.backMs.set(victim, [...(tally.backMs.get(victim) ?? []), backMs]);
      await check();
      tally.deaths = server.deaths();
    },
    async terminateAllFor(durationMs) {
      const begunMs = performance.now();
      while (performance.now() - begunMs < durationMs) {
        await terminateAll();
        await delay(100);
      }
      if ((await backWithinMs()) === undefined) tally.needPerson += 1;
      await check();
      tally.deaths = server.deaths();
    },
    async stop() {
      isOver = true;
      await Promise.all(traffic);
      await server.kill();
      await proxy?.stop();
      await other?.stop();
      await endOrphan(clusterDir);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(pid, signal);
  } catch {
    // It has already ended.
  }
}

/** Waits until the database of a killed server process ends. */
async function endOrphan(clusterDir: string): Promise<void> {
  for (let tries = 0; tries < 100 && (await readPidFile(clusterDir)); tries += 1) await delay(100);
}
