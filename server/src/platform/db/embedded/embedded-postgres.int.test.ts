import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { readPidFile } from './postmaster.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const launcherUrl = new URL('./embedded-postgres.ts', import.meta.url).href;

let folder: string;
let started: EmbeddedPostgres[];
/** Holds a cluster that nothing uses: a new one takes half a second to make. */
let madeFolder: string;

beforeAll(async () => {
  madeFolder = await mkdtemp(path.join(os.tmpdir(), 'prahari-pg-made-'));
  await chmod(madeFolder, 0o711);
  await (await startEmbeddedPostgres({ dataDir: madeFolder, log })).stop();
});
afterAll(() => rm(madeFolder, { recursive: true, force: true }));

/** Has a stopped cluster in the folder of the test, as an earlier start left it. */
async function copyCluster(): Promise<void> {
  await promisify(execFile)('cp', ['-a', path.join(madeFolder, 'pg'), folder]);
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-pg-test-'));
  await chmod(folder, 0o711);
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true });
});

async function start(dataDir = folder): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log });
  started.push(server);
  return server;
}

async function query<Row extends pg.QueryResultRow>(
  connectionString: string,
  ...statements: string[]
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  // The server is killed under some of these connections.
  client.on('error', () => {});
  await client.connect();
  try {
    const results = [];
    for (const statement of statements) results.push(await client.query<Row>(statement));
    return results.at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}

const writeRow = (server: { connectionString: string }) =>
  query(
    server.connectionString,
    'create table kept (value text)',
    "insert into kept values ('acknowledged')",
  );

const readRow = (server: { connectionString: string }) =>
  query(server.connectionString, 'select value from kept');

const postmasterPid = async () => (await readPidFile(path.join(folder, 'pg')))?.pid ?? Number.NaN;

/** The process that serves a connection which stays open. */
async function heldBackend(server: { connectionString: string }): Promise<number> {
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return rows[0].pid;
}

/** Processes whose command line or working folder names the cluster, zombies apart. */
function processesOn(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${dataDir}/pg`) &&
          !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Starts the database from a separate Node process, which then waits to be killed. */
async function startInOtherProcess(dataDir = folder) {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(launcherUrl)};
    const log = { info() {}, warn() {}, error() {} };
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
    console.log(server.connectionString);
    process.on('SIGTERM', () => server.stop());
  `;
  const node = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: node.stdout });
  const failed = once(node, 'exit').then(() => Promise.reject(new Error('it did not start')));
  const [connectionString] = await Promise.race([once(lines, 'line'), failed]);
  failed.catch(() => {});
  return { node, connectionString: String(connectionString) };
}

describe('startEmbeddedPostgres', () => {
  it('keeps rows over a stop, starts warm in much less time than at first and leaves no process', async () => {
    const firstBegunMs = performance.now();
    const first = await start();
    const firstMs = performance.now() - firstBegunMs;
    await writeRow(first);
    await first.stop();
    expect(processesOn(folder)).toEqual([]);

    // The quickest of three: the suites beside it take the cores now and then.
    const startsMs: number[] = [];
    for (let begun = 0; begun < 3; begun += 1) {
      const begunMs = performance.now();
      const again = await start();
      startsMs.push(performance.now() - begunMs);
      expect(await readRow(again)).toEqual([{ value: 'acknowledged' }]);
      await again.stop();
      expect(processesOn(folder)).toEqual([]);
    }
    expect(Math.min(...startsMs)).toBeLessThan(firstMs / 2);
  });

  it('lets in the application alone, not as a superuser, and syncs to disk', async () => {
    await copyCluster();
    const { connectionString } = await start();
    const [facts] = await query(
      connectionString,
      "select current_setting('is_superuser') as superuser, current_setting('fsync') as fsync",
    );
    expect(facts).toEqual({ superuser: 'off', fsync: 'on' });
    const wrong = connectionString.replace(/:[^:@/]+@/, ':wrong@');
    await expect(query(wrong, 'select 1')).rejects.toThrow(/password authentication failed/);
    const superuser = connectionString.replace('//prahari:', '//postgres:');
    await expect(query(superuser, 'select 1')).rejects.toThrow(/no pg_hba.conf entry/);
  });

  it('finds the row after its starter was killed', async () => {
    await copyCluster();
    const other = await startInOtherProcess();
    await writeRow(other);
    other.node.kill('SIGKILL');
    await once(other.node, 'exit');
    const server = await start();
    expect(server.adopted).toBe(false);
    expect(await readRow(server)).toEqual([{ value: 'acknowledged' }]);
  });

  it('finds the row after the server and its starter were killed', async () => {
    await copyCluster();
    const other = await startInOtherProcess();
    await writeRow(other);
    const file = await readPidFile(path.join(folder, 'pg'));
    process.kill(file?.pid ?? Number.NaN, 'SIGKILL');
    other.node.kill('SIGKILL');
    await once(other.node, 'exit');
    expect(await readRow(await start())).toEqual([{ value: 'acknowledged' }]);
  });

  it('shares the server of a living sibling and leaves it running', async () => {
    await copyCluster();
    const other = await startInOtherProcess();
    await writeRow(other);
    const shared = await start();
    expect(shared.adopted).toBe(true);
    await shared.stop();
    expect(await readRow(other)).toEqual([{ value: 'acknowledged' }]);
    other.node.kill('SIGTERM');
    await once(other.node, 'exit');
    expect(processesOn(folder)).toEqual([]);
  });

  it('gives one cluster to two that start it at once', async () => {
    const both = await Promise.all([start(), start()]);
    expect(both[0]?.connectionString).toBe(both[1]?.connectionString);
    expect(both.map((server) => server.adopted).sort()).toEqual([false, true]);
    expect(readdirSync(folder).sort()).toEqual(['pg', 'pg-lib']);
  });

  it('runs two instances side by side, one of them where a socket path would be too long', async () => {
    const long = path.join(folder, 'x'.repeat(90));
    const short = path.join(folder, 'short');
    const [one, two] = await Promise.all([start(long), start(short)]);
    await writeRow(one);
    await expect(readRow(two)).rejects.toThrow(/does not exist/);
  });

  it('runs out of a folder that only its owner may enter', async () => {
    const shut = path.join(folder, 'shut');
    await mkdir(shut, { mode: 0o700 });
    const server = await start(shut);
    await writeRow(server);
    expect(await readRow(server)).toEqual([{ value: 'acknowledged' }]);
  });

  it('also listens on loopback when asked for a port', async () => {
    await copyCluster();
    const port = await freePort();
    const server = await startEmbeddedPostgres({ dataDir: folder, log, port });
    started.push(server);
    const url = new URL(server.connectionString.replace('@/', '@127.0.0.1/'));
    url.search = '';
    url.port = String(port);
    expect(await query(url.href, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('says in one sentence why it can not start and leaves nothing behind', async () => {
    await copyCluster();
    const server = await start();
    await server.stop();
    await rm(path.join(folder, 'pg', 'global', 'pg_control'));
    const failure = await start().catch((error: Error) => error.message);
    expect(failure).toMatch(/did not start: .*(control file|pg_control)/);
    expect(failure).not.toContain('\n');
    expect(processesOn(folder)).toEqual([]);
  });

  it('clears what a builder that was killed left, never a finished cluster', async () => {
    const abandoned = path.join(folder, 'pg.new-4194304-dead');
    await mkdir(abandoned);
    await start();
    expect(existsSync(abandoned)).toBe(false);
  });

  it('starts again at the same address when the server dies under it', async () => {
    await copyCluster();
    const error = vi.fn();
    const server = await startEmbeddedPostgres({ dataDir: folder, log: { ...log, error } });
    started.push(server);
    await writeRow(server);
    for (let death = 1; death <= 2; death += 1) {
      process.kill(await postmasterPid(), 'SIGKILL');
      await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(death), 30_000);
      await vi.waitFor(
        async () => expect(await readRow(server)).toEqual([{ value: 'acknowledged' }]),
        { timeout: 30_000, interval: 100 },
      );
    }
    await server.stop();
    expect(processesOn(folder)).toEqual([]);
  });

  it('starts again over a process that a dead server left stuck', async () => {
    await copyCluster();
    const server = await start();
    await writeRow(server);
    const held = await heldBackend(server);
    process.kill(held, 'SIGSTOP');
    process.kill(await postmasterPid(), 'SIGKILL');
    await vi.waitFor(
      async () => expect(await readRow(server)).toEqual([{ value: 'acknowledged' }]),
      { timeout: 20_000, interval: 100 },
    );
    expect(processesOn(folder)).not.toContain(held);
  });
});
