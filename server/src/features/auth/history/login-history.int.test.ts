import { type ApiError, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { account, auth, users } = endpoints;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    ({ status, reason }: ApiError) => ({ status, reason }),
  );

async function kindsOf(client: TestClient): Promise<string[]> {
  const { items } = await client.call(account.loginHistory, {});
  return items.map(({ kind, cause }) => (cause ? `${kind}: ${cause}` : kind));
}

describe('the login history', () => {
  it('lists sign-ins, refusals and devices, newest first', async () => {
    const learner = await server.newUser();
    const { contactNumber } = learner;
    const other = await server.newClient();
    await failure(learner.signIn(contactNumber, 'not the password'));
    await failure(other.signIn(contactNumber, testPassword));
    await failure(other.call(auth.verify, { body: { contactNumber, code: 'AAAA-BBBB' } }));
    await learner.call(auth.logout, {});
    await learner.signIn(contactNumber, testPassword);
    expect(await kindsOf(learner)).toEqual([
      ...['signed-in', 'session-ended: logout', 'sign-in-refused', 'device-refused'],
      ...['sign-in-refused', 'signed-in', 'device-bound'],
    ]);
    const { items } = await learner.call(account.loginHistory, {});
    for (const entry of items) {
      expect(entry).toMatchObject({ address: '127.0.0.1', device: 'node' });
    }
    expect(items[3]?.deviceId).toBe(other.deviceId);
  });

  it('shows the same to an administrator, with what administrators did', async () => {
    const learner = await server.newUser();
    const root = await server.superAdmin();
    const params = { id: learner.userId };
    const deviceId = 'B'.repeat(43);
    await root.call(users.setDevice, { params, body: { deviceId } });
    await root.call(users.clearDevice, { params });
    const { items, total } = await root.call(account.loginHistoryOf, { params });
    expect(items.map(({ kind, cause }) => cause ?? kind)).toEqual([
      ...['device_changed', 'device-bound', 'signed-in', 'device-bound'],
    ]);
    expect(items[1]).toMatchObject({ deviceId, device: null, address: null });
    expect(total).toBe(4);
    const second = await root.call(account.loginHistoryOf, {
      params,
      query: { page: 2, limit: 3 },
    });
    expect(second).toMatchObject({ items: [items[3]], page: 2, limit: 3, total: 4 });
  });

  it('lists wrong passwords within an open session, for any call that asked for one', async () => {
    const learner = await server.newUser();
    const password = 'a guess';
    const unknownPasskey = { id: '00000000-0000-7000-8000-000000000000' };
    const guesses = [
      learner.call(auth.validatePassword, { body: { password } }),
      learner.call(account.changePassword, {
        body: { currentPassword: password, newPassword: 'mango 42' },
      }),
      learner.call(account.startPasskey, { body: { password } }),
      learner.call(account.removePasskey, { params: unknownPasskey, body: { password } }),
    ];
    for (const refused of await Promise.all(guesses.map(failure))) {
      expect(refused).toMatchObject({ reason: 'wrong_password' });
    }
    const kinds = await kindsOf(learner);
    expect(kinds.filter((kind) => kind === 'sign-in-refused')).toHaveLength(guesses.length);
    const { items } = await learner.call(account.loginHistory, {});
    expect(items[0]).toMatchObject({ deviceId: learner.deviceId, address: '127.0.0.1' });
    // Right ones leave nothing behind.
    await learner.confirmPassword(testPassword);
    expect(await kindsOf(learner)).toEqual(kinds);
  });

  it('is found by an index, however much others did', async () => {
    const learner = await server.newUser();
    const { pool } = server.instance.foundation;
    const crowd = await server.newUser();
    await pool.query(
      `INSERT INTO login_history (id, user_id, at, kind)
       SELECT gen_random_uuid(), $1, now() - i * interval '1 second', 'signed-in'
       FROM generate_series(1, 20000) AS i`,
      [crowd.userId],
    );
    await pool.query('ANALYZE login_history');
    for (const userId of [learner.userId, crowd.userId]) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT * FROM login_history WHERE user_id = '${userId}'
         ORDER BY at DESC, id DESC LIMIT 25`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('login_history_of_user');
      expect(plan).not.toMatch(/Seq Scan|Sort/);
    }
  });

  it('keeps nothing about numbers without an account', async () => {
    const { db } = server.instance.foundation;
    const count = () => db.selectFrom('login_history').select('id').execute();
    const before = (await count()).length;
    const client = await server.newClient();
    expect(await failure(client.signIn('9800099999', testPassword))).toMatchObject({
      reason: 'invalid_credentials',
    });
    expect((await count()).length).toBe(before);
  });
});

describe('a change of one’s own password', () => {
  const change = (client: TestClient, currentPassword: string, newPassword: string) =>
    client.call(account.changePassword, { body: { currentPassword, newPassword } });
  const next = 'a second tree by the river';

  it('requires the current one, ends the other sessions and keeps this one', async () => {
    const admin = await server.newUser('ADMIN');
    const { contactNumber } = admin;
    const elsewhere = await server.newClient();
    await elsewhere.signIn(contactNumber, testPassword);
    expect(await failure(change(admin, 'not the password', next))).toEqual({
      status: 401,
      reason: 'wrong_password',
    });
    expect(await change(admin, testPassword, next)).toEqual({ success: true, ended: 1 });
    expect(await failure(elsewhere.call(auth.validate, {}))).toMatchObject({
      reason: 'session_ended',
    });
    await admin.call(auth.validate, {});
    expect((await failure(elsewhere.signIn(contactNumber, testPassword)))?.status).toBe(401);
    await elsewhere.signIn(contactNumber, next);
    expect((await kindsOf(admin)).slice(0, 4)).toEqual([
      ...['signed-in', 'sign-in-refused', 'session-ended: password_changed', 'password-changed'],
    ]);
  });

  it('follows the rules of the role', async () => {
    const learner = await server.newUser();
    expect((await learner.call(account.credentials, {})).passwordMinLength).toBe(8);
    expect(await failure(change(learner, testPassword, 'mango 4'))).toMatchObject({
      status: 400,
      reason: 'password_too_short',
    });
    await change(learner, testPassword, 'mango 42');
    const admin = await server.newUser('ADMIN');
    expect(await failure(change(admin, testPassword, 'mango 42'))).toMatchObject({
      reason: 'password_too_short',
    });
  });

  it('accepts one of two simultaneous changes', async () => {
    const learner = await server.newUser();
    const outcomes = await Promise.all(
      [`${next} 1`, `${next} 2`].map((password) =>
        failure(change(learner, testPassword, password)),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
  });

  it('is slowed down like every guess', async () => {
    const learner = await server.newUser();
    const outcomes = [];
    for (let i = 0; i < 11; i += 1) {
      outcomes.push((await failure(change(learner, `guess ${i}`, next)))?.status);
    }
    expect(outcomes).toEqual([...Array(10).fill(401), 429]);
  });
});
