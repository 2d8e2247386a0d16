import { randomUUID } from 'node:crypto';
import { type AlertSubjectKind, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nameNetwork } from '../../../platform/network/name-network.ts';
import { newAlertAdmin } from '../../../testing/alert-admin.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { giveEvents } from '../../../testing/give-events.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { alerts, users } = endpoints;

let server: TestServer;
let root: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
});
afterAll(() => server.stop());

const db = () => server.instance.foundation.db;

/** As the engine leaves one that names no user. */
async function plant(kind: AlertSubjectKind, key: string): Promise<string> {
  const id = randomUUID();
  const at = new Date();
  await db()
    .insertInto('alerts')
    .values({
      id,
      subject_kind: kind,
      subject_key: key,
      title: 'Address probing for open doors',
      category: 'security_bypass',
      severity: 'medium',
      message: '',
      first_seen_at: at,
      last_seen_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

const resolve = (id: string, client: TestClient) =>
  client.call(alerts.resolve, {
    params: { id },
    body: { resolvedBy: 'admin', resolution: 'A drill' },
  });
const dismiss = (id: string, client: TestClient) =>
  client.call(alerts.dismiss, {
    params: { id },
    body: { dismissedBy: 'admin', reason: 'A drill' },
  });
const acknowledge = (id: string, client: TestClient) =>
  client.call(alerts.acknowledge, { params: { id }, body: { acknowledgedBy: 'admin' } });

it.each<
  [string, (own: TestClient) => Promise<[kind: 'device' | 'address' | 'network', key: string]>]
>([
  ['device', async ({ deviceId }) => ['device', deviceId]],
  ['address', async () => ['address', '127.0.0.1']],
  ['network', async () => ['network', nameNetwork('127.0.0.1')]],
  [
    'address of an earlier sign-in',
    async (own) => {
      const address = '203.0.113.77';
      const { id } = await own.call(users.profile, {});
      await giveEvents(db(), [{ name: 'session.opened', userId: id, address }]);
      return ['address', address];
    },
  ],
])('lets no administrator close an alert about their own %s', async (_, subjectOf) => {
  const admin = await newAlertAdmin(server, root, null);
  const [kind, key] = await subjectOf(admin);
  const id = await plant(kind, key);
  const refused = { status: 403, reason: 'alert_about_own_source' };
  expect(await catchRefusal(dismiss(id, admin))).toMatchObject(refused);
  expect(await catchRefusal(resolve(id, admin))).toMatchObject(refused);
  expect((await acknowledge(id, admin)).status).toBe('acknowledged');
  expect((await resolve(id, root)).status).toBe('resolved');
});

it('lets administrators close alerts about other devices and addresses', async () => {
  const admin = await newAlertAdmin(server, root, null);
  for (const kind of ['device', 'address', 'network', 'system'] as const) {
    const id = await plant(kind, randomUUID());
    expect((await resolve(id, admin)).status).toBe('resolved');
  }
});
