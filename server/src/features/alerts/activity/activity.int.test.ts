import { randomUUID } from 'node:crypto';
import { type AlertSeverity, endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAlertAdmin } from '../../../testing/alert-admin.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { giveEvents } from '../../../testing/give-events.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { alerts, users, videos } = endpoints;

let server: TestServer;
let root: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
});
afterAll(() => server.stop());

const db = () => server.instance.foundation.db;
const newAdmin = (district: string | null) => newAlertAdmin(server, root, district);

async function learnerIn(district: string) {
  const learner = await server.newUser();
  await db().updateTable('users').set({ district }).where('id', '=', learner.userId).execute();
  return learner;
}

describe('activity', () => {
  it('lists what a user did, newest first, page by page', async () => {
    const learner = await learnerIn('Pune');
    const admin = await newAdmin('Pune');
    const query = { user: learner.userId, limit: 2 };
    const first = await admin.call(alerts.activity, { query });
    expect(first.hasMore).toBe(true);
    const last = first.items.at(-1);
    const rest = await admin.call(alerts.activity, {
      query: { ...query, limit: 100, beforeAt: last?.at, beforeId: last?.id },
    });
    const all = await admin.call(alerts.activity, { query: { ...query, limit: 100 } });
    expect([...first.items, ...rest.items]).toEqual(all.items);
    expect(all.items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['user.created', 'session.opened']),
    );
    const foreign = await newAdmin('Satara');
    expect((await catchRefusal(foreign.call(alerts.activity, { query }))).status).toBe(404);
  });

  it('lists what an IPv6 host did, by one address or by its whole network', async () => {
    const from = ['2001:db8:7:2::5', '2001:db8:7:2:a:b:c:d', '2001:db8:7:3::5', '203.0.113.77'];
    const given = from.map((address) => ({ name: 'sign-in.refused', address }));
    await giveEvents(db(), given);
    const addressesOf = async (address: string) => {
      const { items } = await root.call(alerts.activity, { query: { address } });
      return items.map((item) => item.address).toSorted();
    };
    expect(await addressesOf('2001:DB8:7:2:0:0:0:5')).toEqual(['2001:db8:7:2::5']);
    expect(await addressesOf('2001:db8:7:2::/64')).toEqual(from.slice(0, 2));
    expect(await addressesOf('::ffff:203.0.113.77')).toEqual(['203.0.113.77']);
    expect(await addressesOf('2001:db8:7:2::/500')).toEqual([]);
  });

  it('narrows it to severities or a session, and says who did what with which video', async () => {
    const learner = await learnerIn('Pune');
    const { id: rootId, name: rootName } = await root.call(users.profile, {});
    await root.call(users.resetPassword, { params: { id: learner.userId } });
    const opened = await sql<{ session: string }>`
      SELECT session_id AS session FROM events
      WHERE name = 'session.opened' AND user_id = ${learner.userId}
    `.execute(db());
    const session = opened.rows[0]?.session;
    const title = 'Light';
    const { id: video } = await root.call(videos.create, { body: { title } });
    await sql`
      INSERT INTO events (id, name, data, happened_at, user_id, session_id)
      VALUES (${randomUUID()}, 'playback.opened', ${JSON.stringify({ videoId: video })},
        now(), ${learner.userId}, ${session})
    `.execute(db());
    const read = async (more: { severity?: AlertSeverity[]; session?: string | undefined }) => {
      const query = { user: learner.userId, limit: 100, ...more };
      return (await root.call(alerts.activity, { query })).items;
    };
    const low = await read({ severity: ['low', 'medium'] });
    expect(low.map(({ name, severity, by: who }) => [name, severity, who])).toEqual([
      ['user.password-reset', 'low', { id: rootId, name: rootName }],
    ]);
    const within = await read({ session });
    expect(within.map(({ sessionId }) => sessionId)).toEqual(within.map(() => session));
    expect(within.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['session.opened', 'playback.opened']),
    );
    expect(within.map((item) => item.video)).toContainEqual({ id: video, title });
  });

  it('lists to administrators of what came from an address nothing that others of them did', async () => {
    const admin = await newAdmin(null);
    const superior = await server.newUser('SUPER_ADMIN');
    const learner = await server.newUser();
    const address = '198.51.100.23';
    const name = 'session.opened';
    const all = [admin.userId, superior.userId, learner.userId];
    await giveEvents(db(), [
      { name, address },
      ...all.map((userId) => ({ name, address, userId })),
    ]);
    const seenBy = async (client: TestClient) => {
      const { items } = await client.call(alerts.activity, { query: { address } });
      return items.map(({ user }) => user?.id ?? null);
    };
    expect((await seenBy(root)).toSorted()).toEqual([...all, null].toSorted());
    const seen = [admin.userId, learner.userId, null];
    expect((await seenBy(admin)).toSorted()).toEqual(seen.toSorted());
  });

  it('lists what came from an address, to administrators of every place only', async () => {
    const query = { address: '127.0.0.1', limit: 5 };
    expect((await root.call(alerts.activity, { query })).items.length).toBe(5);
    const admin = await newAdmin('Pune');
    expect((await catchRefusal(admin.call(alerts.activity, { query }))).status).toBe(404);
    for (const bad of [{}, { user: randomUUID(), address: '127.0.0.1' }]) {
      const refused = catchRefusal(root.call(alerts.activity, { query: bad }));
      expect((await refused).status).toBe(400);
    }
  });
});
