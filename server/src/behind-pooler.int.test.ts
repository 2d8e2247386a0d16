import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { allSettings } from './features.ts';
import { startInstance } from './instance.ts';
import { readSettings } from './platform/config/setting.ts';
import { createLog } from './platform/log/log.ts';
import { type DatabaseProxy, startDatabaseProxy } from './platform/testing/database-proxy.ts';
import { createTestDatabase, startedTemplateName } from './platform/testing/test-database.ts';
import { catchRefusal } from './testing/catch-refusal.ts';
import { importUsers, waitForImport } from './testing/import-users.ts';
import { startPooler, type TestPooler } from './testing/start-pooler.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';
import type { TestClient } from './testing/test-client.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let way: DatabaseProxy;
let pooler: TestPooler;
let server: TestServer;
let other: TestServer;
let admin: TestClient;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'), startedTemplateName);
  // The database of the tests has a socket that another user may not open.
  way = await startDatabaseProxy(database.connectionString);
  pooler = await startPooler(way.connectionString);
  environment = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.connectionString };
  server = await startTestServer({ worker: true, environment });
  admin = await server.superAdmin();
  other = await startTestServer({ beside: server, environment });
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
  await pooler?.stop();
  await way?.stop();
  await database?.drop();
});

it('many calls at one time share few connections', async () => {
  const calls = Array.from({ length: 120 }, () => admin.call(endpoints.users.list, {}));
  expect((await Promise.all(calls)).every(({ items }) => items.length > 0)).toBe(true);
  const { rows } = await server.instance.foundation.pool.query(
    `SELECT count(*)::int AS held FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'prahari'`,
  );
  expect(rows[0]?.['held']).toBeLessThanOrEqual(4);
});

it('statements that are stuck end, as the configuration that we ship says', async () => {
  const { rows } = await server.instance.foundation.pool.query('SHOW statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '14s' }]);
});

it('a session that ends at one process is refused at once by another', async () => {
  const learner = await server.newUser();
  const address = `${other.origin}/api/v1/auth/validate`;
  const there = async () => {
    const headers = await learner.headersFor('GET', address);
    const answer = await fetch(address, { headers });
    learner.noteNonce({ header: (name) => answer.headers.get(name) });
    return answer.status;
  };
  await there();
  expect(await there()).toBe(200);
  await learner.call(endpoints.auth.logout, { body: {} });
  await vi.waitFor(async () => expect(await there()).toBe(401), { timeout: 10_000 });
});

it('a worker does its jobs', async () => {
  const content = 'name,phone\nAsha Devi,9811100001\nRavi Kumar,9811100002\n';
  const { id } = await importUsers(server.origin, admin, { content });
  const job = await waitForImport(admin, id);
  expect(job).toMatchObject({ state: 'completed' });
});

it('tries at a sign-in count together in all processes', async () => {
  // Twenty of one network at one account.
  const body = { contactNumber: '9700000009', password: 'a wrong guess' };
  const places = Array.from({ length: 48 }, (_, at) => (at % 2 === 0 ? server : other));
  const clients = await Promise.all(places.map((place) => place.newClient()));
  // At one time, so that a statement goes over connections which do not know its name.
  const guesses = clients.map((client) =>
    catchRefusal(client.call(endpoints.auth.login, { body })),
  );
  const taken = (await Promise.all(guesses)).filter(({ status }) => status === 401);
  expect(taken).toHaveLength(20);
});

it('calls are refused in time while it is away, and served when it is back', async () => {
  const list = () => admin.call(endpoints.users.list, {});
  await pooler.kill();
  await expect(list()).rejects.toMatchObject({ status: 503, reason: 'database_unavailable' });
  await pooler.start();
  await vi.waitFor(list, { timeout: 30_000, interval: 50 });
});

it.each([
  [
    'a PgBouncer that nobody told it of',
    () => ({ DATABASE_URL: pooler.url }),
    /DATABASE_DIRECT_URL/,
  ],
  [
    'two addresses of different databases',
    () => ({ ...environment, DATABASE_DIRECT_URL: inject('databaseServer') }),
    /lead to different databases/,
  ],
  [
    'the address behind a PgBouncer without that of it',
    () => ({ DATABASE_DIRECT_URL: database.connectionString }),
    /for use with DATABASE_URL/,
  ],
])('%s is no place to start in', async (_, place, words) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-pooled-'));
  try {
    const settings = readSettings(allSettings, {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      ...place(),
    });
    const started = startInstance(settings, { log: createLog('silent'), webAppDir: folder });
    await expect(started).rejects.toThrow(words);
  } finally {
    await rm(folder, { recursive: true });
  }
});
