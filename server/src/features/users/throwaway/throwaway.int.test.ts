import { randomUUID } from 'node:crypto';
import { endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEvents } from '../../../platform/events/reader-position.ts';
import { isThrowawayId } from '../../../platform/throwaway/throwaway-id.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { waitUntilSettled } from '../../../testing/wait-until-settled.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const { auth, users } = endpoints;
const nowhere = '00000000-0000-0000-0000-000000000000';
const soon = () => new Date(Date.now() + 60_000);
const throwaways = () => server.instance.composition.users.throwaways;
const learner = { name: 'Load test', userType: 'LEARNER', district: 'Pune' } as const;

async function make(ownerId: string, expiresAt: Date, count = 1) {
  const run = { purpose: 'load-test', ownerId, expiresAt } as const;
  return throwaways().make(
    run,
    Array.from({ length: count }, () => learner),
  );
}

async function isThere(userId: string): Promise<boolean> {
  const { db } = server.instance.foundation;
  const row = await db.selectFrom('users').where('id', '=', userId).select('id').executeTakeFirst();
  return row !== undefined;
}

it('makes accounts that sign in without a code, and of which no administrator sees anything', async () => {
  const root = await server.superAdmin();
  const ravi = await server.newUser('LEARNER', { name: 'Ravi', district: 'Pune' });
  const seen = async () => ({
    list: (await root.call(users.list, {})).total,
    named: (await root.call(users.list, { query: { search: 'Load test' } })).total,
    places: await root.call(users.places, {}),
  });
  const before = await seen();
  const ownerId = randomUUID();
  const made = await make(ownerId, soon(), 3);
  const [first] = made;
  expect(made.map(({ userId }) => isThrowawayId(userId))).toEqual([true, true, true]);
  const client = await server.newClient();
  await client.signIn(first!.contactNumber, first!.password);
  await client.confirmPassword(first!.password);

  expect(await seen()).toEqual(before);
  const params = { id: first!.userId };
  expect(await catchRefusal(root.call(users.get, { params }))).toMatchObject({ status: 404 });
  expect(await catchRefusal(root.call(users.signOut, { params }))).toMatchObject({ status: 404 });

  // Readers of events, those of alerts among them, take those of others alone.
  const { db } = server.instance.foundation;
  await waitUntilSettled(db);
  const position = { transactionId: 0, id: nowhere };
  const events = await readEvents(db, { floorId: nowhere }, position, {
    nowMs: Date.now(),
    atMost: 1000,
  });
  const opened = events.filter(({ name }) => name === 'session.opened');
  expect(opened.map(({ userId }) => userId)).toContain(ravi.userId);
  expect(events.filter(({ userId }) => isThrowawayId(userId ?? ''))).toEqual([]);
  await throwaways().removeOf(ownerId);
});

it('a throwaway administrator sees the throwaway accounts in its scope, and no other users', async () => {
  const ravi = await server.newUser('LEARNER', { name: 'Ravi', district: 'Pune' });
  const ownerId = randomUUID();
  const [admin, near, far] = await throwaways().make(
    { purpose: 'security-audit', ownerId, expiresAt: soon() },
    [
      {
        name: 'Auditor',
        userType: 'ADMIN',
        permissions: ['users.read'],
        adminScope: { level: 'district', values: ['Pune'] },
      },
      learner,
      { ...learner, district: 'Nashik' },
    ],
  );
  const client = await server.newClient();
  await client.signIn(admin!.contactNumber, admin!.password);
  const { items } = await client.call(users.list, { query: { userType: 'LEARNER' } });
  expect(items.map(({ id }) => id)).toEqual([near!.userId]);
  for (const id of [far!.userId, ravi.userId]) {
    const refusal = await catchRefusal(client.call(users.get, { params: { id } }));
    expect(refusal).toMatchObject({ status: 404 });
  }
  expect(await throwaways().removeOf(ownerId)).toBe(3);
});

it('removes those of a run with their sessions, and those of a killed run once their time is over', async () => {
  const [ended, killed, kept] = [randomUUID(), randomUUID(), randomUUID()];
  const [of, expired, renewed] = await Promise.all([
    make(ended, soon()),
    make(killed, new Date(Date.now() - 1)),
    make(kept, new Date(Date.now() - 1)),
  ]);
  const client = await server.newClient();
  await client.signIn(of[0]!.contactNumber, of[0]!.password);
  await throwaways().keep(server.instance.foundation.db, kept, soon());

  expect(await throwaways().removeExpired()).toBe(1);
  expect(await isThere(expired[0]!.userId)).toBe(false);
  expect(await isThere(renewed[0]!.userId)).toBe(true);
  expect(await isThere(of[0]!.userId)).toBe(true);

  expect(await throwaways().removeOf(ended)).toBe(1);
  expect(await isThere(of[0]!.userId)).toBe(false);
  expect(await catchRefusal(client.call(auth.validate, {}))).toMatchObject({ status: 401 });
  const { rows } = await sql`SELECT FROM sessions WHERE user_id = ${of[0]!.userId}`.execute(
    server.instance.foundation.db,
  );
  expect(rows).toEqual([]);
  await throwaways().removeOf(kept);
});
