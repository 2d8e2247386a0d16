import { randomUUID } from 'node:crypto';
import { type ApiError, type ClientErrorReport, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { purgeClientErrors } from './client-errors.usecases.ts';

const { logs, users } = endpoints;

let server: TestServer;
let root: TestClient;
let now = new Date();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
  root = await server.superAdmin();
});
afterAll(() => server.stop());

function anError(said: Partial<ClientErrorReport> = {}): ClientErrorReport {
  return {
    id: randomUUID(),
    timestamp: new Date().toISOString(),
    level: 'ERROR',
    category: 'script',
    operation: 'window',
    message: 'x is not a function',
    userMessage: 'An unexpected error occurred. Please try again.',
    correlationId: null,
    metadata: { page: '/watch' },
    resolved: false,
    acknowledgedByUser: false,
    ...said,
  };
}

const report = (client: TestClient, ...entries: ClientErrorReport[]) =>
  client.call(logs.reportClientErrors, {
    body: { logs: entries, metadata: { clientVersion: '1.2.3' } },
  });
const find = (query: object, client: TestClient = root) =>
  client.call(logs.clientErrors, { query });

describe('POST /logs/client-errors', () => {
  it('keeps the report, and adds user, session, address and time itself', async () => {
    const learner = await server.newUser();
    const entry = anError({ correlationId: 'abcdefgh-1', metadata: { page: '/watch' } });
    expect(await report(learner, entry)).toEqual({ accepted: 1 });
    const { items, total } = await find({ id: entry.id });
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      ...entry,
      userId: learner.userId,
      userName: 'Asha Kumari',
      address: '127.0.0.1',
      clientVersion: '1.2.3',
      receivedAt: now.toISOString(),
    });
    const { items: sessions } = await root.call(users.sessions, {
      params: { id: learner.userId },
    });
    expect(sessions.map(({ id }) => id)).toContain(items[0]?.sessionId);
  });

  it('keeps one entry when it is sent again, and marks it when its user reports it', async () => {
    const learner = await server.newUser();
    const entry = anError();
    await report(learner, entry);
    await report(learner, entry, { ...entry, message: 'other', acknowledgedByUser: true });
    const { items } = await find({ id: entry.id });
    expect(items).toMatchObject([{ message: 'x is not a function', acknowledgedByUser: true }]);
  });

  it('lets no user change the entry of another', async () => {
    const [owner, other] = [await server.newUser(), await server.newUser()];
    const entry = anError();
    await report(owner, entry);
    await report(other, { ...entry, acknowledgedByUser: true });
    const { items } = await find({ id: entry.id });
    expect(items).toMatchObject([{ userId: owner.userId, acknowledgedByUser: false }]);
  });

  it('keeps no secret, even when a browser sends one', async () => {
    const learner = await server.newUser();
    const entry = anError({ message: `token=${learner.accessToken} of +919876543210` });
    await report(learner, entry);
    const kept = JSON.stringify(await find({ id: entry.id }));
    expect(kept).not.toContain(learner.accessToken?.slice(-20));
    expect(kept).not.toContain('9876543210');
  });

  it('keeps no refusal that a page expects, unless its user reports it', async () => {
    const learner = await server.newUser();
    const refused = anError({ level: 'WARN', metadata: { reason: 'access_terminated' } });
    const reported = { ...refused, id: randomUUID(), acknowledgedByUser: true };
    expect(await report(learner, refused)).toEqual({ accepted: 0 });
    const unlike = anError({ metadata: { reason: 'constructor' } });
    await report(learner, refused, reported, unlike);
    const { items } = await find({ userId: learner.userId });
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([reported.id, unlike.id]));
    expect(items).toHaveLength(2);
  });

  it.each([
    ['no entry', []],
    ['too many', Array.from({ length: 26 }, () => anError())],
    ['a message beyond its length', [anError({ message: 'x'.repeat(501) })]],
    ['a NUL', [anError({ message: 'a\0b' })]],
    ['a level that is none', [{ ...anError(), level: 'FATAL' }]],
    ['no id', [{ ...anError(), id: 'mine' }]],
    [
      'metadata without end',
      [
        {
          ...anError(),
          metadata: Object.fromEntries([...Array(13).keys()].map((key) => [key, ''])),
        },
      ],
    ],
  ])('refuses %s', async (_, entries) => {
    const learner = await server.newUser();
    const sent = report(learner, ...(entries as ClientErrorReport[]));
    await expect(sent).rejects.toMatchObject({ status: 400, type: 'ValidationError' });
  });

  it('keeps 500 of one user, the newest', async () => {
    const learner = await server.newUser();
    const first = anError();
    await report(learner, first);
    for (let batch = 0; batch < 20; batch += 1) {
      now = new Date(now.getTime() + 1);
      await report(learner, ...Array.from({ length: 25 }, () => anError()));
    }
    expect((await find({ userId: learner.userId })).total).toBe(500);
    expect((await find({ id: first.id })).total).toBe(0);
  });

  it('answers 429 with the text of the specification when one user sends too many', async () => {
    const learner = await server.newUser();
    const refusals: ApiError[] = [];
    for (let call = 0; call < 31; call += 1) {
      await report(learner, anError()).catch((error: ApiError) => void refusals.push(error));
    }
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toMatchObject({
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Too many requests. Please wait a moment and try again.',
    });
  });
});

describe('GET /admin/client-errors', () => {
  it('finds by level, category, report, time, reference and a part of the words', async () => {
    const learner = await server.newUser();
    const one = anError({ level: 'WARN', category: 'network', correlationId: 'reference-1' });
    const two = anError({ message: 'Zebra_100% lost', acknowledgedByUser: true });
    await report(learner, one, two);
    const mine = { userId: learner.userId };
    const idsOf = async (query: object) =>
      (await find({ ...mine, ...query })).items.map(({ id }) => id);
    expect(await idsOf({ level: 'WARN' })).toEqual([one.id]);
    expect(await idsOf({ category: 'network' })).toEqual([one.id]);
    expect(await idsOf({ reported: 'true' })).toEqual([two.id]);
    expect(await idsOf({ search: 'zebra_100%' })).toEqual([two.id]);
    expect(await idsOf({ search: 'zebraX100' })).toEqual([]);
    expect(await idsOf({ search: 'reference-1' })).toEqual([one.id]);
    expect(await idsOf({ search: one.id.toUpperCase() })).toEqual([one.id]);
    expect(await idsOf({ from: new Date(now.getTime() + 1000).toISOString() })).toEqual([]);
  });

  it('shows an administrator only users that this administrator may see', async () => {
    const learner = await server.newUser();
    const entry = anError();
    await report(learner, entry);
    const adminWith = async (body: object) => {
      const admin = await server.newUser('ADMIN');
      const params = { id: admin.userId };
      const permissions = ['performance.read' as const];
      await root.call(users.setPermissions, { params, body: { permissions, ...body } });
      return admin;
    };
    const everywhere = await adminWith({ adminScope: { level: 'global' } });
    const elsewhere = await adminWith({ adminScope: { level: 'district', values: ['Pune'] } });
    const without = await adminWith({ permissions: ['users.read'] });
    expect((await find({ id: entry.id }, everywhere)).total).toBe(1);
    expect((await find({ id: entry.id }, elsewhere)).total).toBe(0);
    await expect(find({}, without)).rejects.toMatchObject({ status: 403 });
  });

  it('shows nothing older than 24 hours, and the hourly cleaning removes it', async () => {
    const learner = await server.newUser();
    const [old, young] = [anError(), anError()];
    await report(learner, old, young);
    const { db, clock, log } = server.instance.foundation;
    await db
      .updateTable('client_errors')
      .set({ received_at: new Date(now.getTime() - 24 * 3_600_000 - 1) })
      .where('id', '=', old.id)
      .execute();
    const mine = await find({ userId: learner.userId });
    expect(mine.items.map(({ id }) => id)).toEqual([young.id]);
    await purgeClientErrors({ db, clock, log });
    const kept = await db
      .selectFrom('client_errors')
      .select('id')
      .where('user_id', '=', learner.userId)
      .execute();
    expect(kept).toEqual([{ id: young.id }]);
  });
});

describe('PUT /admin/client-errors/{id}/resolved', () => {
  const set = (id: string, resolved: boolean, client: TestClient = root) =>
    client.call(logs.setClientErrorResolved, { params: { id }, body: { resolved } });
  const openOf = async ({ userId }: { userId: string }) =>
    (await find({ userId, resolved: 'false' })).items.map(({ id }) => id);

  it('marks an error with all similar ones, and is recorded in the audit log', async () => {
    const [learner, other] = [await server.newUser(), await server.newUser()];
    const [one, alike, unlike] = [anError(), anError(), anError({ message: 'y is undefined' })];
    await report(learner, one, unlike);
    await report(other, alike);
    expect(await set(one.id, true)).toMatchObject({ id: one.id, resolved: true });
    expect(await openOf(learner)).toEqual([unlike.id]);
    expect(await openOf(other)).toEqual([]);
    // Again it is no act.
    await set(one.id, true);
    expect(await set(one.id, false)).toMatchObject({ resolved: false });
    expect(await openOf(other)).toEqual([alike.id]);
    const { items } = await root.call(users.auditLog, {
      query: { action: 'client-error.set-resolved' },
    });
    expect(items).toMatchObject([
      { subjectId: one.id, before: { resolved: true }, after: { resolved: false } },
      { subjectId: one.id, before: { resolved: false }, after: { resolved: true } },
    ]);
  });

  it('lasts when the report is sent again, and ends when the error happens again', async () => {
    const learner = await server.newUser();
    const entry = anError({ message: 'z is gone' });
    await report(learner, entry);
    await set(entry.id, true);
    await report(learner, entry, { ...entry, acknowledgedByUser: true });
    expect((await find({ id: entry.id })).items).toMatchObject([
      { resolved: true, acknowledgedByUser: true },
    ]);
    await report(learner, anError({ message: 'another one' }));
    expect((await find({ id: entry.id, resolved: 'true' })).total).toBe(1);
    const again = anError({ message: 'z is gone', resolved: true });
    await report(learner, again);
    expect(await openOf(learner)).toEqual(expect.arrayContaining([again.id, entry.id]));
  });

  it('reopens no entry of another user who met the same error', async () => {
    const [learner, other] = [await server.newUser(), await server.newUser()];
    const [entry, again] = [anError({ message: 'w is odd' }), anError({ message: 'w is odd' })];
    await report(learner, entry);
    await set(entry.id, true);
    await report(other, again);
    expect(await openOf(learner)).toEqual([]);
    expect(await openOf(other)).toEqual([again.id]);
  });

  it('is for administrators with the permission, for users they may see', async () => {
    const learner = await server.newUser();
    const [entry, alike] = [anError({ message: 'v broke' }), anError({ message: 'v broke' })];
    await report(learner, entry);
    const elsewhere = await server.newUser();
    await report(elsewhere, alike);
    const { db } = server.instance.foundation;
    const moved = db.updateTable('users').set({ district: 'Nashik' });
    await moved.where('id', '=', learner.userId).execute();
    const adminWith = async (permissions: ('performance.read' | 'users.read')[], place: string) => {
      const admin = await server.newUser('ADMIN');
      const adminScope = { level: 'district' as const, values: [place] };
      const body = { permissions, adminScope };
      await root.call(users.setPermissions, { params: { id: admin.userId }, body });
      return admin;
    };
    const without = await adminWith(['users.read'], 'Nashik');
    await expect(set(entry.id, true, without)).rejects.toMatchObject({ status: 403 });
    await expect(set(entry.id, true, learner)).rejects.toMatchObject({ status: 403 });
    const outside = await adminWith(['performance.read'], 'Pune');
    await expect(set(entry.id, true, outside)).rejects.toMatchObject({ status: 404 });
    await expect(set(randomUUID(), true)).rejects.toMatchObject({ status: 404 });
    const inside = await adminWith(['performance.read'], 'Nashik');
    expect(await set(entry.id, true, inside)).toMatchObject({ resolved: true });
    // Not of those that this administrator does not see.
    expect(await openOf(elsewhere)).toEqual([alike.id]);
  });
});

describe('GET /admin/client-error-groups', () => {
  const findGroups = (query: object, client: TestClient = root) =>
    client.call(logs.clientErrorGroups, { query });

  it('makes one of equal errors, with their count and when it was met last', async () => {
    const [one, other] = [await server.newUser(), await server.newUser()];
    const said = { message: 'q is not iterable' };
    const first = anError({ ...said, level: 'WARN' });
    await report(one, first, anError({ ...said, acknowledgedByUser: true }));
    const firstAt = now.toISOString();
    now = new Date(now.getTime() + 60_000);
    await report(other, anError(said), anError({ ...said, operation: 'render' }));
    const { items, total } = await findGroups({ search: 'not iterable' });
    expect(total).toBe(2);
    const group = items.find(({ operation }) => operation === 'window');
    expect(group).toMatchObject({
      message: 'q is not iterable',
      level: 'ERROR',
      count: 3,
      users: 2,
      firstAt,
      lastAt: now.toISOString(),
      reported: true,
      resolved: false,
    });
    const each = await find({ sameAs: first.id });
    expect(each.items).toHaveLength(3);
    expect(await findGroups({ search: 'not iterable', limit: 1, page: 2 })).toMatchObject({
      total: 2,
      items: [{}],
    });
    expect((await findGroups({ search: 'not iterable', level: 'WARN' })).items).toMatchObject([
      { count: 1, level: 'WARN' },
    ]);
  });

  it('is resolved as a whole, also where some of it is resolved already, as the home page counts it', async () => {
    const [one, other] = [await server.newUser(), await server.newUser()];
    const open = anError({ message: 'half is resolved' });
    const done = anError({ message: 'half is resolved' });
    await report(other, open);
    now = new Date(now.getTime() + 1000);
    await report(one, done);
    const { db } = server.instance.foundation;
    await db
      .updateTable('client_errors')
      .set({ resolved: true })
      .where('id', '=', done.id)
      .execute();
    const unresolved = async () => (await findGroups({ resolved: 'false' })).total;
    const counted = async () =>
      (await root.call(endpoints.adminHome.get, {})).clientErrors?.unresolved;
    const [before, asked] = [await unresolved(), { search: 'half is resolved' }];
    expect(await counted()).toBe(before);
    const [group] = (await findGroups(asked)).items;
    expect(group).toMatchObject({ id: open.id, count: 2, resolved: false });
    const params = { id: group?.id ?? '' };
    await root.call(logs.setClientErrorResolved, { params, body: { resolved: true } });
    expect((await findGroups(asked)).items).toMatchObject([{ count: 2, resolved: true }]);
    expect(await unresolved()).toBe(before - 1);
    expect(await counted()).toBe(before - 1);
  });

  it('counts only users that an administrator may see, and names errors of no other', async () => {
    const learner = await server.newUser();
    const entry = anError({ message: 'seen by few' });
    await report(learner, entry);
    const admin = await server.newUser('ADMIN');
    const body = {
      permissions: ['performance.read' as const],
      adminScope: { level: 'district' as const, values: ['Pune'] },
    };
    await root.call(users.setPermissions, { params: { id: admin.userId }, body });
    expect((await findGroups({ search: 'seen by few' }, admin)).total).toBe(0);
    expect((await find({ sameAs: entry.id }, admin)).total).toBe(0);
    await expect(findGroups({}, learner)).rejects.toMatchObject({ status: 403 });
  });
});
