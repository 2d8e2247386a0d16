import { endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import { createThrowawayId } from '../../../platform/throwaway/throwaway-id.ts';
import { editUsers } from '../../../testing/edit-users.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { users } = endpoints;
type Edits = ReturnType<typeof editUsers>;

let server: TestServer;
let root: TestClient;
let rootId: string;
let adminOf: Edits['adminOf'];
let edit: Edits['edit'];
let entriesOf: Edits['entriesOf'];
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
  rootId = (await root.call(users.profile, {})).id;
  ({ adminOf, edit, entriesOf } = editUsers(server, root));
});
afterAll(() => server.stop());

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

  it('names the actor as it is now, beside the name of then', async () => {
    const admin = await adminOf(['Pune']);
    const { userId } = await server.newUser();
    await edit(userId, { district: 'Pune' });
    await edit(userId, { name: 'Ravi' }, admin);
    const { name: then } = await root.call(users.get, { params: { id: admin.userId } });
    await edit(admin.userId, { name: 'Anjali Deshpande' });
    const read = () => root.call(users.auditLog, { query: { actorId: admin.userId } });
    expect((await read()).items).toMatchObject([
      { actorName: then, actorNow: { name: 'Anjali Deshpande', userType: 'ADMIN' } },
    ]);
    await root.call(users.remove, { params: { id: admin.userId }, query: { erase: 'true' } });
    expect((await read()).items).toMatchObject([{ actorName: then, actorNow: null }]);
  });

  it('leaves out what throwaway accounts did where that is asked, in its export too', async () => {
    const { db } = server.instance.foundation;
    const actors = [createThrowawayId(), rootId, null];
    await db.transaction().execute(async (trx) => {
      for (const actorId of actors) {
        const actor = { userId: actorId, name: 'Security audit' };
        const subject = { id: null, name: 'COMPREHENSIVE' };
        const entry = { actor, subject, before: {}, after: {}, address: '127.77.0.1' };
        await writeAuditEntry(trx, { ...entry, action: 'security-audit.start' }, new Date());
      }
    });
    const read = async (throwaway?: 'true' | 'false') => {
      const query = { action: 'security-audit.start' as const, ...(throwaway && { throwaway }) };
      const { items, total } = await root.call(users.auditLog, { query });
      expect(items).toHaveLength(total);
      const file = await root.call(endpoints.listExports.auditLog, {
        query: { ...query, format: 'json' },
      });
      const rows: { id: string }[] = JSON.parse(new TextDecoder().decode(file));
      expect(rows.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
      return items.map(({ actorId }) => actorId).toSorted();
    };
    const [throwaway] = actors;
    expect(await read('true')).toEqual([throwaway]);
    expect(await read('false')).toEqual([rootId, null].toSorted());
    expect(await read()).toEqual(actors.toSorted());
  });

  it('records what was done to a video', async () => {
    const { db } = server.instance.foundation;
    const id = '0199f3c0-0000-7000-8000-0000000000aa';
    const now = new Date();
    await db
      .insertInto('videos')
      .values({
        id,
        title: 'Old',
        description: '',
        status: 'processing',
        published: false,
        publish_when_ready: false,
        created_by: rootId,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await root.call(endpoints.videos.update, { params: { id }, body: { title: 'New' } });
    expect(await entriesOf(id)).toEqual([
      expect.objectContaining({
        action: 'video.update',
        actorId: rootId,
        subjectName: 'Old',
        before: { title: 'Old' },
        after: { title: 'New' },
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
