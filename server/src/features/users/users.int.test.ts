import { ApiError, endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts';
import type { TestClient } from '../../testing/test-client.ts';

const { users } = endpoints;

let server: TestServer;
let root: TestClient;
let rootId: string;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
  rootId = (await root.call(users.profile, {})).id;
});
afterAll(() => server.stop());

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    () => new Error('it was not refused'),
    (error: unknown) => error,
  );
  if (outcome instanceof ApiError) return outcome;
  throw outcome;
}

const get = (id: string, client = root) => client.call(users.get, { params: { id } });
const entriesOf = async (subjectId: string) =>
  (await root.call(users.auditLog, { query: { subjectId } })).items;

async function edit(id: string, fields: object, client = root) {
  const { updatedAt } = await get(id);
  return client.call(users.update, { params: { id }, body: { updatedAt, ...fields } });
}

async function adminOf(values: string[]) {
  const admin = await server.newUser('ADMIN');
  const body = {
    permissions: ['users.read', 'users.write', 'users.delete'] as const,
    adminScope: { level: 'district' as const, values },
  };
  await root.call(users.setPermissions, {
    params: { id: admin.userId },
    body: { ...body, permissions: [...body.permissions] },
  });
  return admin;
}

describe('an edit', () => {
  it('changes what it names, leaves the rest, and tells the audit log both sides', async () => {
    const { userId } = await server.newUser();
    await edit(userId, { district: 'Pune', country: 'India' });
    const edited = await edit(userId, { name: '  Meera  ', country: null });
    expect(edited).toMatchObject({ name: 'Meera', district: 'Pune', country: null });
    const [latest] = await entriesOf(userId);
    expect(latest).toMatchObject({
      ...{ action: 'user.update', actorId: rootId, actorName: 'Super administrator' },
      ...{ subjectId: userId, subjectName: 'Asha Kumari', address: '127.0.0.1' },
      before: { name: 'Asha Kumari', country: 'India' },
      after: { name: 'Meera', country: null },
    });
  });

  it('of an older state is refused with what is there now', async () => {
    const { userId } = await server.newUser();
    const { updatedAt } = await get(userId);
    const first = await edit(userId, { name: 'First' });
    const body = { updatedAt, name: 'Second' };
    const error = await refusal(root.call(users.updatePlain, { params: { id: userId }, body }));
    expect(error).toMatchObject({
      ...{ status: 409, type: 'ConflictError', code: 'RESOURCE_ALREADY_EXISTS' },
      details: { reason: 'edited_meanwhile', current: first },
    });
    expect(await get(userId)).toEqual(first);
  });

  it('wins alone when several are sent at once', async () => {
    const { userId } = await server.newUser();
    const { updatedAt } = await get(userId);
    const before = (await entriesOf(userId)).length;
    const outcomes = await Promise.allSettled(
      ['A', 'B', 'C', 'D', 'E'].map((name) =>
        root.call(users.update, { params: { id: userId }, body: { updatedAt, name } }),
      ),
    );
    const reasons = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? 'won' : outcome.reason.reason,
    );
    expect(reasons.toSorted()).toEqual([...Array(4).fill('edited_meanwhile'), 'won']);
    expect((await entriesOf(userId)).length).toBe(before + 1);
  });

  it('brings a number to one form, and refuses what is none or is taken', async () => {
    const other = await server.newUser();
    const { userId } = await server.newUser();
    const edited = await edit(userId, { contactNumber: '९७००१ २३४५६', countryCode: '+91' });
    expect(edited).toMatchObject({ contactNumber: '+919700123456', countryCode: '+91' });
    const taken = await refusal(edit(userId, { contactNumber: other.contactNumber }));
    expect(taken).toMatchObject({ status: 409, details: { reason: 'phone_taken' } });
    for (const fields of [
      { contactNumber: 'not a number' },
      { contactNumber: '97001 23457', countryCode: '+999' },
      { contactNumber: '97001 23457', countryCode: '\u0000' },
    ]) {
      expect((await refusal(edit(userId, fields))).reason).toBe('phone_invalid');
    }
    const [entry] = await entriesOf(userId);
    expect(entry?.after).toEqual({ contactNumber: '•••• ••3456 (new)' });
  });

  it.each(['Asha\u0000', 'Asha\nKumari', '\u001b[31m', 'x\u0085', '', '   ', 'a'.repeat(121)])(
    'refuses the name %j',
    async (name) => {
      const { userId } = await server.newUser();
      expect(await refusal(edit(userId, { name }))).toMatchObject({ status: 400 });
      expect((await get(userId)).name).toBe('Asha Kumari');
    },
  );

  it('moves nobody out of the scope of whoever edits', async () => {
    const admin = await adminOf(['Pune', 'Thane']);
    const { userId } = await server.newUser();
    await edit(userId, { district: 'Pune' });
    expect(await edit(userId, { district: 'Thane' }, admin)).toMatchObject({ district: 'Thane' });
    for (const district of ['Nashik', null]) {
      const error = await refusal(edit(userId, { district }, admin));
      expect(error).toMatchObject({ status: 403, details: { reason: 'out_of_scope' } });
    }
    await edit(userId, { district: 'Nashik' });
    const gone = await refusal(edit(userId, { district: 'Pune' }, admin));
    expect(gone).toMatchObject({ status: 404, code: 'RESOURCE_NOT_FOUND' });
  });
});

it('users out of scope and users who do not exist are told apart by nothing', async () => {
  const admin = await adminOf(['Pune']);
  const { userId } = await server.newUser();
  const facts = async (id: string) => {
    const { status, code, message, details } = await refusal(get(id, admin));
    return { status, code, message, details };
  };
  const unknown = await facts('0199f3c0-0000-7000-8000-000000000001');
  expect(await facts(userId)).toEqual(unknown);
  expect(await facts(rootId)).toEqual(unknown);
});

describe('creation', () => {
  it('stays within the scope, and administrators come from super administrators', async () => {
    const admin = await adminOf(['Pune']);
    const draft = (fields: object) => ({ name: 'New', contactNumber: '9700200001', ...fields });
    const make = (fields: object) => admin.call(users.create, { body: draft(fields) });
    expect((await refusal(make({}))).reason).toBe('out_of_scope');
    expect((await refusal(make({ district: 'Nashik' }))).reason).toBe('out_of_scope');
    const role = await refusal(make({ district: 'Pune', userType: 'ADMIN' }));
    expect(role).toMatchObject({ status: 403, code: 'INSUFFICIENT_PERMISSIONS' });
    const { user } = await make({ district: 'Pune' });
    expect((await refusal(make({ district: 'Pune' }))).reason).toBe('phone_taken');
    const [entry] = await entriesOf(user.id);
    expect(entry).toMatchObject({ action: 'user.create', actorId: admin.userId, before: {} });
    expect(entry?.after).toMatchObject({ name: 'New', district: 'Pune', status: 'invited' });
  });
});

describe('a block', () => {
  it('ends every session at once, and its end lets the user in again', async () => {
    const user = await server.newUser();
    const params = { id: user.userId };
    const blocked = await root.call(users.block, { params, body: { blocked: true } });
    expect(blocked.status).toBe('blocked');
    expect((await refusal(user.call(users.profile, {}))).reason).toBe('session_ended');
    const signIn = () => user.signIn(user.contactNumber, testPassword);
    expect((await refusal(signIn())).reason).toBe('invalid_credentials');
    await root.call(users.block, { params, body: { blocked: true } });
    const open = await root.call(users.block, { params, body: { blocked: false } });
    expect(open.status).toBe('active');
    await signIn();
    const actions = (await entriesOf(user.userId)).map((entry) => entry.action);
    expect(actions).toEqual(['user.unblock', 'user.block', 'user.create']);
  });

  it('lifted before activation leads back to the invitation', async () => {
    const { user } = await root.call(users.create, {
      body: { name: 'New', contactNumber: '9700200002' },
    });
    const params = { id: user.id };
    await root.call(users.block, { params, body: { blocked: true } });
    const open = await root.call(users.block, { params, body: { blocked: false } });
    expect(open.status).toBe('invited');
  });

  it('and deletion are not for oneself', async () => {
    const params = { id: rootId };
    const block = root.call(users.block, { params, body: { blocked: true } });
    expect(await refusal(block)).toMatchObject({
      status: 403,
      details: { reason: 'not_yourself' },
    });
    expect((await refusal(root.call(users.remove, { params }))).reason).toBe('not_yourself');
  });

  it('never leaves the institution without a super administrator', async () => {
    const own = await startTestServer();
    try {
      const first = await own.superAdmin();
      const second = await own.newUser('SUPER_ADMIN');
      const firstId = (await first.call(users.profile, {})).id;
      const outcomes = await Promise.allSettled([
        first.call(users.block, { params: { id: second.userId }, body: { blocked: true } }),
        second.call(users.remove, { params: { id: firstId } }),
      ]);
      expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual([
        'fulfilled',
        'rejected',
      ]);
    } finally {
      await own.stop();
    }
  });
});

describe('deletion', () => {
  it('hides the user everywhere, ends sessions and frees the number', async () => {
    const user = await server.newUser();
    const params = { id: user.userId };
    expect(await root.call(users.remove, { params })).toEqual({ success: true });
    expect((await refusal(user.call(users.profile, {}))).reason).toBe('session_ended');
    expect((await refusal(get(user.userId))).status).toBe(404);
    expect((await refusal(root.call(users.remove, { params }))).status).toBe(404);
    const search = user.contactNumber;
    expect((await root.call(users.list, { query: { search } })).total).toBe(0);
    const again = await refusal(user.signIn(user.contactNumber, testPassword));
    expect(again.reason).toBe('invalid_credentials');
    const { user: successor } = await root.call(users.create, {
      body: { name: 'Successor', contactNumber: user.contactNumber },
    });
    expect(successor.id).not.toBe(user.userId);
  });

  it('with erasure leaves name, number and places in no table but the audit log', async () => {
    const user = await server.newUser();
    const params = { id: user.userId };
    const traces = ['Vasundhara', user.contactNumber, 'Gadchiroli'];
    await edit(user.userId, { name: 'Vasundhara', district: 'Gadchiroli' });
    await root.call(users.removePlain, { params, query: { erase: true } });
    const { db } = server.instance.foundation;
    const tables = await db.introspection.getTables();
    for (const { schema, name } of tables.filter((table) => table.name !== 'admin_audit')) {
      const { rows } = await sql<{ found: boolean }>`
        SELECT EXISTS (SELECT FROM ${sql.table(`${schema}.${name}`)} AS t WHERE ${sql.join(
          traces.map((trace) => sql`t::text LIKE ${`%${trace}%`}`),
          sql` OR `,
        )}) AS found`.execute(db);
      expect(rows[0]?.found, name).toBe(false);
    }
    const [entry] = await entriesOf(user.userId);
    expect(entry).toMatchObject({
      ...{ action: 'user.delete', subjectName: 'Deleted user' },
      ...{ before: { isErased: false }, after: { isErased: true } },
    });
    expect(JSON.stringify(await entriesOf(user.userId))).not.toContain(user.contactNumber);
  });
});

describe('sessions and devices of a user', () => {
  it('are listed, and end one by one or all at once', async () => {
    const user = await server.newUser('ADMIN');
    const other = await server.newClient();
    await other.signIn(user.contactNumber, testPassword);
    const params = { id: user.userId };
    const { items } = await root.call(users.sessions, { params });
    expect(items.map((session) => session.deviceId)).toEqual([other.deviceId, user.deviceId]);
    expect(items.every((session) => !session.isCurrent)).toBe(true);
    const one = { id: user.userId, sessionId: items[0]?.id ?? '' };
    await root.call(users.endSession, { params: one });
    expect((await refusal(other.call(users.profile, {}))).reason).toBe('session_ended');
    await user.call(users.profile, {});
    expect((await refusal(root.call(users.endSession, { params: one }))).status).toBe(404);
    const stranger = await server.newUser();
    const strange = { ...one, id: stranger.userId };
    expect((await refusal(root.call(users.endSession, { params: strange }))).status).toBe(404);
    expect(await root.call(users.signOut, { params })).toEqual({ success: true, ended: 1 });
    expect((await refusal(user.call(users.profile, {}))).reason).toBe('session_ended');
  });

  it('follow the device that an administrator sets or frees', async () => {
    const user = await server.newUser();
    const params = { id: user.userId };
    expect((await get(user.userId)).deviceId).toBe(user.deviceId);
    const next = await server.newClient();
    expect((await refusal(next.signIn(user.contactNumber, testPassword))).status).toBe(403);
    await root.call(users.setDevice, { params, body: { deviceId: next.deviceId } });
    expect((await refusal(user.call(users.profile, {}))).reason).toBe('session_ended');
    await next.signIn(user.contactNumber, testPassword);
    await root.call(users.clearDevice, { params });
    expect((await refusal(next.call(users.profile, {}))).reason).toBe('session_ended');
    expect((await get(user.userId)).deviceId).toBeNull();
    const [cleared, set] = await entriesOf(user.userId);
    expect(set).toMatchObject({
      ...{ action: 'device.set', before: { deviceId: user.deviceId } },
      after: { deviceId: next.deviceId },
    });
    expect(cleared).toMatchObject({ action: 'device.clear', after: { deviceId: null } });
  });
});

describe('resets', () => {
  it.each([users.resetPassword, users.resetPasswordPlain])(
    'of the password give a new code and void the old',
    async (endpoint) => {
      const user = await server.newUser();
      const params = { id: user.userId };
      const first = await root.call(endpoint, { params });
      const { activation } = await root.call(endpoint, { params });
      const client = await server.newClient();
      const verify = (code: string) =>
        client.call(endpoints.auth.verify, { body: { contactNumber: user.contactNumber, code } });
      expect((await refusal(verify(first.activation.code))).reason).toBe('activation_invalid');
      await verify(activation.code);
      const log = JSON.stringify(await entriesOf(user.userId));
      expect(log).toContain('user.reset-password');
      expect(log).not.toContain(activation.code);
    },
  );

  it('of the login count begin at zero', async () => {
    const user = await server.newUser();
    expect((await get(user.userId)).loginCount).toBe(1);
    await root.call(users.resetLoginCount, { params: { id: user.userId } });
    expect((await get(user.userId)).loginCount).toBe(0);
    const [entry] = await entriesOf(user.userId);
    expect(entry).toMatchObject({ before: { loginCount: 1 }, after: { loginCount: 0 } });
  });
});

describe('rights', () => {
  const set = (id: string, body: object) =>
    root.call(users.setPermissions, { params: { id }, body: { permissions: [], ...body } });

  it('are set for administrators, shown, and recorded', async () => {
    const { userId } = await server.newUser('ADMIN');
    const adminScope = { level: 'kendraType', values: ['urban'] };
    const given = await set(userId, { permissions: ['users.read'], adminScope });
    expect(given).toMatchObject({ permissions: ['users.read'], adminScope });
    const kept = await set(userId, { permissions: ['users.read', 'users.write'] });
    expect(kept.adminScope).toEqual(adminScope);
    const [entry] = await entriesOf(userId);
    expect(entry).toMatchObject({
      ...{ action: 'user.set-permissions', before: { permissions: ['users.read'] } },
      after: { permissions: ['users.read', 'users.write'] },
    });
  });

  it('are refused where they can’t be', async () => {
    const learner = await server.newUser();
    const { userId } = await server.newUser('ADMIN');
    const bad = [
      () => set(learner.userId, { permissions: ['users.read'] }),
      () => set(rootId, { permissions: ['users.read'] }),
      () => set(userId, { permissions: ['permissions.write'] }),
      () => set(userId, { permissions: ['no.such'] }),
      () => set(userId, { adminScope: { level: 'district', values: ['a\u0000'] } }),
      () => set(userId, { adminScope: { level: 'planet', values: [] } }),
    ];
    for (const call of bad) expect((await refusal(call())).status).toBe(400);
  });
});

it('everybody sees and renames the account that is their own', async () => {
  const user = await server.newUser();
  expect(await user.call(users.profile, {})).toMatchObject({
    ...{ id: user.userId, deviceId: user.deviceId, status: 'active' },
  });
  const renamed = await user.call(users.updateProfile, { body: { name: 'Meera' } });
  expect(renamed.name).toBe('Meera');
  const bad = user.call(users.updateProfile, { body: { name: 'a\u0007b' } });
  expect((await refusal(bad)).status).toBe(400);
});

describe('the audit log', () => {
  it('is read by action, actor, subject, time and name, newest first', async () => {
    const admin = await adminOf(['Pune']);
    const { userId } = await server.newUser();
    await edit(userId, { district: 'Pune' });
    await edit(userId, { name: 'Zubeida' }, admin);
    await root.call(users.resetLoginCount, { params: { id: userId } });
    const read = (query: object) => root.call(users.auditLog, { query });
    const mine = await read({ actorId: admin.userId });
    expect(mine).toMatchObject({ total: 1, items: [{ action: 'user.update' }] });
    const resets = await read({ action: 'user.reset-login-count', subjectId: userId });
    expect(resets.total).toBe(1);
    expect(await read({ search: 'zuBEI' })).toMatchObject({ total: 1 });
    const { items, total } = await read({ limit: 100 });
    expect(items.map((entry) => entry.at)).toEqual(
      items
        .map((entry) => entry.at)
        .toSorted()
        .reverse(),
    );
    const second = await read({ page: 2, limit: 1 });
    expect(second).toMatchObject({ items: [items[1]], page: 2, limit: 1, total });
    const at = mine.items[0]?.at;
    expect((await read({ from: at, to: at, actorId: admin.userId })).total).toBe(1);
    expect((await read({ from: at, to: '2000-01-01T00:00:00Z' })).total).toBe(0);
  });

  it('records what was done to a video', async () => {
    const { db } = server.instance.foundation;
    const id = '0199f3c0-0000-7000-8000-0000000000aa';
    const now = new Date();
    await db
      .insertInto('videos')
      .values({
        ...{ id, title: 'Old', description: '', status: 'processing', published: false },
        ...{ publish_when_ready: false, created_by: rootId, created_at: now, updated_at: now },
      })
      .execute();
    await root.call(endpoints.videos.update, { params: { id }, body: { title: 'New' } });
    expect(await entriesOf(id)).toEqual([
      expect.objectContaining({
        ...{ action: 'video.update', actorId: rootId, subjectName: 'Old' },
        ...{ before: { title: 'Old' }, after: { title: 'New' } },
      }),
    ]);
  });

  it.each([
    sql`UPDATE admin_audit SET actor_name = 'nobody'`,
    sql`DELETE FROM admin_audit`,
    sql`TRUNCATE admin_audit`,
  ])('refuses in the database itself to be changed', async (statement) => {
    const { db } = server.instance.foundation;
    const { total } = await root.call(users.auditLog, {});
    await expect(statement.execute(db)).rejects.toThrow('the audit log is append-only');
    expect((await root.call(users.auditLog, {})).total).toBe(total);
  });
});
