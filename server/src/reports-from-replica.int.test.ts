import { endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from './platform/testing/start-replicated-database.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';
import type { TestClient } from './testing/test-client.ts';

let database: ReplicatedDatabase;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  database = await startReplicatedDatabase();
  server = await startTestServer({
    environment: {
      DATABASE_URL: database.primary,
      DATABASE_READ_URL: database.replica,
      DATABASE_READ_LAG_SECONDS: '4',
    },
  });
  admin = await server.superAdmin();
  await vi.waitFor(() => expect(lagMs()).toBeLessThan(4000), { timeout: 30_000 });
});
afterAll(async () => {
  await server?.stop();
  await database?.stop();
});

const lagMs = () => server.instance.foundation.replica?.lagMs();
const latestEvent = async () =>
  (await admin.call(endpoints.analytics.overview, { query: { timeRange: '24h' } }))
    .realTimeEvents[0]?.id;

async function isReplicaAsked(): Promise<boolean> {
  const db = server.instance.foundation.replica?.db;
  const asked = sql<{ standby: boolean }>`SELECT pg_is_in_recovery() AS standby`;
  return db !== undefined && (await asked.execute(db)).rows[0]?.standby === true;
}

it('reports come from the replica while it is fresh, and from the primary when it is not', async () => {
  expect(await isReplicaAsked()).toBe(true);
  const before = await latestEvent();
  await database.setReplay('pause');
  await server.newUser();
  // What it has not replayed yet, it can't tell.
  expect(await latestEvent()).toBe(before);
  await vi.waitFor(async () => expect(await latestEvent()).not.toBe(before), { timeout: 30_000 });
  expect(await isReplicaAsked()).toBe(false);
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  expect(Number(/^prahari_replica_lag_seconds (.+)$/m.exec(metrics)?.[1])).toBeGreaterThan(4);
  await database.setReplay('resume');
  await vi.waitFor(async () => expect(await isReplicaAsked()).toBe(true), { timeout: 30_000 });
  expect(await latestEvent()).not.toBe(before);
});

it('asks the replica to end connections whose machine is gone', async () => {
  const db = server.instance.foundation.replica?.db;
  const asked = sql<{ seconds: string }>`
    SELECT reset_val AS seconds FROM pg_settings WHERE name = 'tcp_keepalives_idle'`;
  await vi.waitFor(async () => expect(await isReplicaAsked()).toBe(true), { timeout: 30_000 });
  expect((await asked.execute(db!)).rows).toEqual([{ seconds: '30' }]);
});

it('reports go on when the replica is killed, and the log says so', async () => {
  await vi.waitFor(async () => expect(await isReplicaAsked()).toBe(true), { timeout: 30_000 });
  const before = await latestEvent();
  await database.killReplica();
  expect(await latestEvent()).toBe(before);
  expect(await isReplicaAsked()).toBe(false);
  expect(server.logLines.join('\n')).toContain('reports are read from the primary');
});
