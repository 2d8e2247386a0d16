import { endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { editUsers } from '../../../testing/edit-users.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { waitUntilBlocked } from '../../../testing/wait-until-blocked.ts';

const { users } = endpoints;
type Edits = ReturnType<typeof editUsers>;

let server: TestServer;
let root: TestClient;
let rootId: string;
let edit: Edits['edit'];
let entriesOf: Edits['entriesOf'];
let get: Edits['get'];
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
  rootId = (await root.call(users.profile, {})).id;
  ({ edit, entriesOf, get } = editUsers(server, root));
});
afterAll(() => server.stop());

it('an invited user shows until when the code works, and no end of one that does not', async () => {
  const { user, activation } = await root.call(users.create, {
    body: { name: 'New', contactNumber: '9700200031' },
  });
  expect((await get(user.id)).codeExpiresAt).toBe(activation.expiresAt);
  await sql`UPDATE activation_codes SET expires_at = now() - interval '1 second'
    WHERE user_id = ${user.id}`.execute(server.instance.foundation.db);
  expect((await get(user.id)).codeExpiresAt).toBeNull();
});

describe('a block', () => {
  it('ends every session at once, and its end lets the user in again', async () => {
    const user = await server.newUser();
    const params = { id: user.userId };
    const blocked = await root.call(users.block, { params, body: { blocked: true } });
    expect(blocked.status).toBe('blocked');
    expect((await catchRefusal(user.call(users.profile, {}))).reason).toBe('session_ended');
    const signIn = () => user.signIn(user.contactNumber, testPassword);
    expect((await catchRefusal(signIn())).reason).toBe('invalid_credentials');
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

  it.each([
    ['as they are', (id: string) => id],
    ['in capitals', (id: string) => id.toUpperCase()],
  ])(
    'deletion, and resets of password or second factor are not for oneself, ids %s',
    async (_, write) => {
      const params = { id: write(rootId) };
      const acts = [
        root.call(users.block, { params, body: { blocked: true } }),
        root.call(users.remove, { params }),
        root.call(users.resetPassword, { params }),
        root.call(users.resetPasswordPlain, { params }),
        root.call(endpoints.account.clearSecondFactor, { params }),
      ];
      const refused = await Promise.all(acts.map(catchRefusal));
      const notYourself = { status: 403, details: { reason: 'not_yourself' } };
      expect(refused).toMatchObject(acts.map(() => notYourself));
    },
  );

  it('never leaves the institution without a super administrator', async () => {
    const own = await startTestServer();
    try {
      const first = await own.superAdmin();
      const second = await own.newUser('SUPER_ADMIN');
      const firstId = (await first.call(users.profile, {})).id;
      await second.call(users.profile, {});
      const { db } = own.instance.foundation;
      // Both acts have looked for others before either is done: sessions end last, and are held.
      const { acts } = await db.transaction().execute(async (trx) => {
        await trx.selectFrom('sessions').select('id').forUpdate().execute();
        const acts = Promise.allSettled([
          first.call(users.block, { params: { id: second.userId }, body: { blocked: true } }),
          second.call(users.remove, { params: { id: firstId } }),
        ]);
        await waitUntilBlocked(own, 2);
        return { acts };
      });
      const statuses = (await acts).map((outcome) => outcome.status);
      expect(statuses.toSorted()).toEqual(['fulfilled', 'rejected']);
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
    expect((await catchRefusal(user.call(users.profile, {}))).reason).toBe('session_ended');
    expect((await catchRefusal(get(user.userId))).status).toBe(404);
    expect((await catchRefusal(root.call(users.remove, { params }))).status).toBe(404);
    const search = user.contactNumber;
    expect((await root.call(users.list, { query: { search } })).total).toBe(0);
    const again = await catchRefusal(user.signIn(user.contactNumber, testPassword));
    expect(again.reason).toBe('invalid_credentials');
    const { user: successor } = await root.call(users.create, {
      body: { name: 'Successor', contactNumber: user.contactNumber },
    });
    expect(successor.id).not.toBe(user.userId);
  });

  it('with erasure leaves name, number, address and places in no table but the audit log', async () => {
    const user = await server.newUser();
    const params = { id: user.userId };
    const traces = ['Vasundhara', user.contactNumber, 'Gadchiroli', 'vasu@'];
    await edit(user.userId, {
      name: 'Vasundhara',
      district: 'Gadchiroli',
      email: 'vasu@example.org',
    });
    await root.call(users.removePlain, { params, query: { erase: 'true' } });
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
      action: 'user.delete',
      subjectName: 'Deleted user',
      before: { isErased: false },
      after: { isErased: true },
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
    expect((await catchRefusal(other.call(users.profile, {}))).reason).toBe('session_ended');
    await user.call(users.profile, {});
    expect((await catchRefusal(root.call(users.endSession, { params: one }))).status).toBe(404);
    const stranger = await server.newUser();
    const strange = { ...one, id: stranger.userId };
    expect((await catchRefusal(root.call(users.endSession, { params: strange }))).status).toBe(404);
    expect(await root.call(users.signOut, { params })).toEqual({ success: true, ended: 1 });
    expect((await catchRefusal(user.call(users.profile, {}))).reason).toBe('session_ended');
  });

  it('follow the device that an administrator sets or frees', async () => {
    const user = await server.newUser();
    const params = { id: user.userId };
    expect(await get(user.userId)).toMatchObject({
      deviceId: user.deviceId,
      deviceIds: [user.deviceId],
    });
    const next = await server.newClient();
    expect((await catchRefusal(next.signIn(user.contactNumber, testPassword))).status).toBe(403);
    await root.call(users.setDevice, { params, body: { deviceId: next.deviceId } });
    expect((await catchRefusal(user.call(users.profile, {}))).reason).toBe('session_ended');
    await next.signIn(user.contactNumber, testPassword);
    await root.call(users.clearDevice, { params });
    expect((await catchRefusal(next.call(users.profile, {}))).reason).toBe('session_ended');
    expect((await get(user.userId)).deviceId).toBeNull();
    const [cleared, set] = await entriesOf(user.userId);
    expect(set).toMatchObject({
      action: 'device.set',
      before: { deviceId: user.deviceId },
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
      const verify = (code: string | null) =>
        client.call(endpoints.auth.verify, {
          body: { contactNumber: user.contactNumber, code: code ?? '' },
        });
      expect((await catchRefusal(verify(first.activation.code))).reason).toBe('activation_invalid');
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
