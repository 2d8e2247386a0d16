import { type ApiError, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { editUsers } from '../../../testing/edit-users.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { users } = endpoints;
type Edits = ReturnType<typeof editUsers>;

let server: TestServer;
let root: TestClient;
let rootId: string;
let entriesOf: Edits['entriesOf'];
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
  rootId = (await root.call(users.profile, {})).id;
  ({ entriesOf } = editUsers(server, root));
});
afterAll(() => server.stop());

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
      action: 'user.set-permissions',
      before: { permissions: ['users.read'] },
      after: { permissions: ['users.read', 'users.write'] },
    });
    const events = await server.instance.foundation.db
      .selectFrom('events')
      .select(['data', 'address'])
      .where('name', '=', 'user.rights-changed')
      .where('user_id', '=', userId)
      .orderBy('transaction_id')
      .execute();
    const by = { userId, byUserId: rootId, isSelf: false, removed: [] };
    expect(events).toEqual([
      { data: { ...by, added: ['users.read'], isScopeChanged: true }, address: '127.0.0.1' },
      { data: { ...by, added: ['users.write'], isScopeChanged: false }, address: '127.0.0.1' },
    ]);
  });

  it('that were withdrawn end at once, in every process', async () => {
    const other = await startTestServer({ beside: server });
    try {
      const here = await server.newUser('ADMIN');
      const there = await other.newClient();
      await there.signIn(here.contactNumber, testPassword);
      const listed = (client: TestClient) =>
        client.call(users.list, { query: {} }).then(
          () => 200,
          (error: ApiError) => error.status,
        );
      await set(here.userId, { permissions: ['users.read'] });
      // Both have the rights at hand now.
      await expect.poll(() => listed(there)).toBe(200);
      expect(await listed(here)).toBe(200);
      await set(here.userId, { permissions: [] });
      expect(await listed(here)).toBe(403);
      await expect.poll(() => listed(there), { timeout: 4000, interval: 20 }).toBe(403);
      await set(here.userId, { permissions: ['users.read'] });
      expect(await listed(here)).toBe(200);
    } finally {
      await other.stop();
    }
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
    for (const call of bad) expect((await catchRefusal(call())).status).toBe(400);
  });
});
