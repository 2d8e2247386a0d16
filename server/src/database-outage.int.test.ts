import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { allSettings } from './features.ts';
import { repeatWhileAway, startPatiently } from './instance.ts';
import { readSettings } from './platform/config/setting.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/embedded-postgres.ts';
import { createLog } from './platform/log/log.ts';
import { type DatabaseProxy, startDatabaseProxy } from './platform/testing/database-proxy.ts';
import { createTestDatabase } from './platform/testing/test-database.ts';
import { catchRefusal } from './testing/catch-refusal.ts';
import { playVideo } from './testing/play-video.ts';
import { addReadyVideo } from './testing/ready-video.ts';
import { startTestServer, type TestServer, testPassword } from './testing/start-test-server.ts';
import { createTestClient, type TestClient } from './testing/test-client.ts';

const deepRefusal = z.object({
  error: z.object({
    details: z.object({
      checks: z.array(z.object({ name: z.string(), message: z.optional(z.string()) })),
    }),
  }),
});

/**
 * Three seconds at most on a machine that does nothing else, as the kill matrix (a soak) measures; what
 * waits for the database waits until a test gives it back.
 */
const inTimeMs = 10_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: DatabaseProxy;
let server: TestServer;
let admin: TestClient;
let learner: TestClient;
let segment: () => Promise<number>;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  proxy = await startDatabaseProxy(database.connectionString);
  server = await startTestServer({ environment: { DATABASE_URL: proxy.connectionString } });
  admin = await server.superAdmin();
  const { videoId } = await addReadyVideo(server, { files: { 'v180/1.m4s': new Uint8Array(99) } });
  learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  const { manifest } = await playVideo(learner, videoId);
  const base = /<BaseURL>([^<]+)/.exec(manifest.text)?.[1] ?? '';
  const cookie = [...learner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  segment = async () =>
    (await fetch(`${server.origin}${base}v180/1.m4s`, { headers: { cookie } })).status;
});
afterAll(async () => {
  await server.stop();
  await proxy.stop();
  await database.drop();
});

const profile = () => admin.call(endpoints.users.list, { query: {} });
const refusal = async () => {
  const begunMs = performance.now();
  const error = await profile().then(
    () => ({ status: 200 }),
    (thrown: unknown) => thrown,
  );
  return { error, tookMs: performance.now() - begunMs };
};
const probe = async (path: string) => (await fetch(`${server.origin}/health${path}`)).status;

async function backWithinMs(): Promise<number> {
  const begunMs = performance.now();
  await vi.waitFor(profile, { timeout: 30_000, interval: 50 });
  return performance.now() - begunMs;
}

beforeEach(async () => {
  proxy.set('open');
  await backWithinMs();
});

describe.each(['silent', 'refusing'] as const)('while the way to the database is %s', (mode) => {
  it('calls are refused in time, playback continues, and everything is back at once', async () => {
    proxy.set(mode);
    // Calls that find an open connection, and calls that come later.
    for (const refused of [...(await Promise.all([1, 2, 3].map(refusal))), await refusal()]) {
      expect(refused.error).toMatchObject({
        status: 503,
        code: 'DATABASE_ERROR',
        reason: 'database_unavailable',
      });
      expect(refused.tookMs).toBeLessThan(inTimeMs);
    }
    expect(await probe('/readiness')).toBe(503);
    expect(await probe('/liveness')).toBe(200);
    expect(await segment()).toBe(200);
    proxy.set('open');
    expect(await backWithinMs()).toBeLessThan(inTimeMs);
    await vi.waitFor(async () => expect(await probe('/readiness')).toBe(200), 30_000);
    const { notifications } = server.instance.foundation;
    await vi.waitFor(() => expect(notifications.isListening()).toBe(true), 30_000);
  });
});

it('reads permissions again that another process withdrew meanwhile', async () => {
  const { connectionString } = database;
  const elsewhere = await startTestServer({
    beside: server,
    environment: { DATABASE_URL: connectionString },
  });
  const there = await createTestClient(elsewhere.origin, admin.keys);
  there.accessToken = admin.accessToken;
  const helper = await server.newUser('ADMIN');
  const list = () => helper.call(endpoints.users.list, { query: {} });
  // Within the seconds for which rights are kept.
  await list();
  proxy.set('refusing');
  expect((await catchRefusal(list())).status).toBe(503);
  const params = { id: helper.userId };
  await there.call(endpoints.users.setPermissions, { params, body: { permissions: [] } });
  const { notifications } = server.instance.foundation;
  expect(notifications.isListening()).toBe(false);
  proxy.set('open');
  await expect.poll(notifications.isListening, { interval: 5 }).toBe(true);
  expect((await catchRefusal(list())).status).toBe(403);
  await elsewhere.stop();
});

it('names the header by which a client knows when to come back', async () => {
  proxy.set('refusing');
  await refusal();
  const answer = await fetch(`${server.origin}/health/readiness`);
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('a database that takes a second for each statement is only slow', async () => {
  proxy.set({ statementDelayMs: 1000 });
  const answers = await Promise.all([refusal(), refusal(), refusal()]);
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => ({ status: 200 })));
  expect(await probe('/readiness')).toBe(200);
});

it('a connection that is ended between two statements ends its transaction alone', async () => {
  const { db, pool } = server.instance.foundation;
  const taken = once(pool.connections, 'acquire');
  const outcome = db
    .transaction()
    .execute(async (trx) => {
      await trx.selectFrom('users').select('id').execute();
      const [client] = await taken;
      const noticed = new Promise((done) => client.once('end', done));
      await endBackends();
      await noticed;
      await trx.selectFrom('users').select('id').execute();
    })
    .catch((error: Error) => error.name);
  expect(await outcome).toBe('DatabaseUnavailable');
  expect(await backWithinMs()).toBeLessThan(inTimeMs);
});

async function endBackends(): Promise<void> {
  const other = new pg.Client({ connectionString: inject('databaseServer') });
  await other.connect();
  await other.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = $1 AND application_name LIKE 'prahari%'`,
    [new URL(proxy.connectionString).pathname.slice(1)],
  );
  await other.end();
}

describe('a refusal of the database is named', () => {
  const alter = async (what: string) => {
    const owner = new pg.Client({ connectionString: inject('databaseServer') });
    await owner.connect();
    await owner.query(
      `ALTER DATABASE ${new URL(proxy.connectionString).pathname.slice(1)} ${what}`,
    );
    await owner.end();
    await endBackends();
  };
  const databaseCheck = async () => {
    const answer = await fetch(`${server.origin}/health/deep`);
    const { error } = z.parse(deepRefusal, await answer.json());
    return error.details.checks.find(({ name }) => name === 'database')?.message;
  };
  const logged = (sentence: string) => server.logLines.some((line) => line.includes(sentence));

  it('read-only', async () => {
    await alter('SET default_transaction_read_only = on');
    expect(await databaseCheck()).toContain('read-only');
    expect(await probe('/readiness')).toBe(503);
    expect(logged('the database is read-only')).toBe(true);
    await alter('RESET default_transaction_read_only');
    await vi.waitFor(async () => expect(await probe('/readiness')).toBe(200), 30_000);
  });

  it('out of connections', async () => {
    await alter('CONNECTION LIMIT 0');
    expect(await databaseCheck()).toContain('no connection left');
    expect(await probe('/readiness')).toBe(503);
    expect(logged('no connection left')).toBe(true);
    await alter('CONNECTION LIMIT -1');
    await vi.waitFor(async () => expect(await probe('/readiness')).toBe(200), 30_000);
  });
});

it('a password that is changed behind the server’s back is named, until it is right again', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prahari-outage-'));
  const own = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  const { connectionString } = own;
  const locked = await startTestServer({ environment: { DATABASE_URL: connectionString } });
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  const { password } = new URL(connectionString.replace('@/', '@localhost/'));
  const sentence = 'wrong password';
  const readiness = async () => (await fetch(`${locked.origin}/health/readiness`)).status;
  const setPassword = (next: string) => owner.query(`ALTER ROLE CURRENT_USER PASSWORD '${next}'`);

  await setPassword('another');
  await owner.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = current_user',
  );
  await vi.waitFor(async () => expect(await readiness()).toBe(503), 30_000);
  const deep = await (await fetch(`${locked.origin}/health/deep`)).text();
  expect(deep).toContain(sentence);
  expect(locked.logLines.some((line) => line.includes(sentence))).toBe(true);
  expect(locked.logLines.join('\n')).not.toContain(password);

  await setPassword(password);
  await vi.waitFor(async () => expect(await readiness()).toBe(200), 30_000);
  await owner.end();
  await locked.stop();
  await own.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('a start continues when the database goes away during it', async () => {
  const own = await createTestDatabase(inject('databaseServer'));
  const broken = await startDatabaseProxy(own.connectionString);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prahari-outage-'));
  const lines: string[] = [];
  let hasBroken = false;
  // The clock is first read once the schema has been looked at.
  const now = () => {
    if (!hasBroken) {
      hasBroken = true;
      broken.set('refusing');
    }
    return new Date();
  };
  const log = createLog('info', {
    write(line) {
      lines.push(line);
      if (line.includes('begins again')) broken.set('open');
    },
  });
  const settings = readSettings(allSettings, {
    PORT: '0',
    HOST: '127.0.0.1',
    ROLE: 'web',
    DATA_DIR: dataDir,
    DATABASE_URL: broken.connectionString,
  });
  const instance = await startPatiently(settings, { log, clock: { now }, webAppDir: dataDir });
  expect((await fetch(`${instance.address}/health/readiness`)).status).toBe(200);
  const countRepeats = () => lines.filter((line) => line.includes('begins again')).length;
  expect(countRepeats()).toBe(1);

  // Its last step comes when calls are answered already.
  const { users } = instance.composition;
  broken.set('refusing');
  const admin = await repeatWhileAway(log, () =>
    users.ensureFirstAdmin(settings.superAdminPhone, false),
  );
  expect(admin).not.toBeNull();
  expect(countRepeats()).toBeGreaterThan(1);
  await instance.stop();
  await broken.stop();
  await own.drop();
  await rm(dataDir, { recursive: true });
});
