import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { editUsers } from '../../../testing/edit-users.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { auth, groups, users } = endpoints;
const dayMs = 86_400_000;

let server: TestServer;
let root: TestClient;
let rootId: string;
let edits: ReturnType<typeof editUsers>;
let later = 0;
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + later) };
  server = await startTestServer({ clock });
  root = await server.superAdmin();
  rootId = (await root.call(users.profile, {})).id;
  edits = editUsers(server, root);
});
afterAll(() => server.stop());

/** Learners in a district of their own. */
async function learnersIn(district: string, count: number) {
  const made: Awaited<ReturnType<TestServer['newUser']>>[] = [];
  for (let at = 0; at < count; at += 1) {
    const learner = await server.newUser();
    await edits.edit(learner.userId, { name: `${district} ${at}`, district });
    made.push(learner);
  }
  return made;
}
const idsOf = (of: readonly { readonly userId: string }[]) => of.map(({ userId }) => userId);
const statusOf = async (id: string) => (await edits.get(id)).status;
const isSignedOut = async (client: TestClient) =>
  (await catchRefusal(client.call(users.profile, {}))).reason === 'session_ended';

describe('an act on many users', () => {
  it('changes permitted users, lists the others with reasons, and writes one entry that expands', async () => {
    const pune = await learnersIn('Pune', 3);
    const [far] = await learnersIn('Nashik', 1);
    const admin = await edits.adminOf(['Pune']);
    await root.call(users.block, { params: { id: pune[2]!.userId }, body: { blocked: true } });
    const ids = [...idsOf(pune), far!.userId, admin.userId];
    const body = { act: 'block', users: { ids } } as const;
    const answer = await admin.call(users.bulk, { body });
    expect(answer.done.toSorted()).toEqual(idsOf(pune.slice(0, 2)).toSorted());
    expect(answer.refused).toEqual([
      { id: pune[2]!.userId, name: 'Pune 2', reason: 'already' },
      { id: far!.userId, name: null, reason: 'not_found' },
      { id: admin.userId, name: 'Asha Kumari', reason: 'not_allowed' },
    ]);
    expect(await isSignedOut(pune[0]!)).toBe(true);
    expect(await statusOf(far!.userId)).toBe('active');

    const [entry, ...others] = await edits.entriesOf(pune[0]!.userId);
    expect(entry).toMatchObject({
      action: 'user.bulk-block',
      actorId: admin.userId,
      after: { users: 2, notDone: 2 },
      hasUsers: true,
    });
    expect(others.map(({ action }) => action)).not.toContain('user.block');
    const params = { id: entry!.id };
    const { items, total } = await root.call(users.auditSubjects, { params });
    expect(total).toBe(4);
    expect(items.map(({ outcome }) => outcome).toSorted()).toEqual([
      'already',
      'done',
      'done',
      'not_allowed',
    ]);

    const undone = { act: 'unblock', users: { ids: answer.done } } as const;
    expect((await admin.call(users.bulk, { body: undone })).done).toHaveLength(2);
    expect(await statusOf(pune[0]!.userId)).toBe('active');
  });

  it('changes all matching users, if their number is the one that was shown', async () => {
    const satara = await learnersIn('Satara', 3);
    const of = (expected: number) => ({
      act: 'sign-out' as const,
      users: { matching: { district: 'Satara' }, expected },
    });
    const refused = await catchRefusal(root.call(users.bulk, { body: of(2) }));
    expect([refused.status, refused.reason]).toEqual([409, 'list_changed']);
    expect(await isSignedOut(satara[0]!).catch(() => false)).toBe(false);
    const { done } = await root.call(users.bulk, { body: of(3) });
    expect(done.toSorted()).toEqual(idsOf(satara).toSorted());
    expect(await isSignedOut(satara[0]!)).toBe(true);
    const again = await root.call(users.bulk, { body: of(3) });
    expect(again.done).toEqual([]);
    expect(again.refused.map(({ reason }) => reason)).toEqual(['already', 'already', 'already']);
  });

  it('sees no further than its caller: filters find no user out of scope', async () => {
    await learnersIn('Latur', 1);
    const admin = await edits.adminOf(['Dhule']);
    const body = { act: 'block', users: { matching: { district: 'Latur' }, expected: 1 } } as const;
    expect((await catchRefusal(admin.call(users.bulk, { body }))).reason).toBe('list_changed');
  });

  it('leaves oneself and super administrators alone', async () => {
    const other = await server.newUser('SUPER_ADMIN');
    const chosen = { ids: [rootId, other.userId] };
    for (const act of ['block', 'sign-out', 'new-codes'] as const) {
      const { done, refused } = await root.call(users.bulk, { body: { act, users: chosen } });
      expect(done).toEqual([]);
      expect(refused.map(({ reason }) => reason)).toEqual(['not_yourself', 'super_administrator']);
    }
    const { done } = await root.call(users.bulkRemove, { body: { users: chosen } });
    expect(done).toEqual([]);
    await other.call(users.profile, {});
  });

  it('gives new codes, of which each works for its user, and the old password no more', async () => {
    const [one, two] = await learnersIn('Beed', 2);
    const body = { act: 'new-codes', users: { ids: idsOf([one!, two!]) } } as const;
    const { codes } = await root.call(users.bulk, { body });
    expect(codes?.shown.map(({ contactNumber }) => contactNumber).toSorted()).toEqual(
      [one!.contactNumber, two!.contactNumber].toSorted(),
    );
    expect(await isSignedOut(one!)).toBe(true);
    const again = await catchRefusal(one!.signIn(one!.contactNumber, testPassword));
    expect(again.reason).toBe('invalid_credentials');
    const slip = codes!.shown.find(({ contactNumber }) => contactNumber === two!.contactNumber);
    const client = await server.newClient();
    await client.call(auth.verify, {
      body: { contactNumber: two!.contactNumber, code: slip!.code },
    });
    expect(JSON.stringify(await edits.entriesOf(two!.userId))).not.toContain(slip!.code);
  });

  it('adds to a group that the caller may change, and lists users who were in it', async () => {
    const [one, two] = await learnersIn('Parbhani', 2);
    const group = await root.call(groups.create, { body: { name: 'Batch of Parbhani' } });
    const params = { id: group.id };
    await root.call(groups.changeMembers, { params, body: { add: [one!.userId] } });
    const admin = await edits.adminOf(['Parbhani']);
    const body = { act: 'add-to-group', users: { ids: idsOf([one!, two!]) } } as const;
    const answer = await admin.call(users.bulk, { body: { ...body, groupId: group.id } });
    expect(answer).toMatchObject({ done: [two!.userId], refused: [{ reason: 'already' }] });
    expect((await root.call(groups.members, { params })).total).toBe(2);
    const stranger = await edits.adminOf(['Hingoli']);
    const refused = await catchRefusal(
      stranger.call(users.bulk, { body: { ...body, groupId: group.id } }),
    );
    expect(refused.status).toBe(404);
  });
});

describe('deleted users', () => {
  it('come back as they were: password, device and group', async () => {
    const [one, two] = await learnersIn('Akola', 2);
    const group = await root.call(groups.create, { body: { name: 'Batch of Akola' } });
    const params = { id: group.id };
    await root.call(groups.changeMembers, { params, body: { add: [one!.userId] } });
    const ids = idsOf([one!, two!]);
    const gone = await root.call(users.bulkRemove, { body: { users: { ids } } });
    expect(gone.done.toSorted()).toEqual(ids.toSorted());
    expect(await isSignedOut(one!)).toBe(true);
    const refused = await catchRefusal(one!.signIn(one!.contactNumber, testPassword));
    expect(refused.reason).toBe('invalid_credentials');
    expect((await root.call(groups.members, { params })).total).toBe(0);

    const deleted = await root.call(users.deleted, { query: { search: 'Akola' } });
    expect(deleted.total).toBe(2);
    const stranger = await edits.adminOf(['Hingoli']);
    expect((await stranger.call(users.deleted, {})).total).toBe(0);
    expect((await stranger.call(users.restore, { body: { ids } })).done).toEqual([]);

    const admin = await edits.adminOf(['Akola']);
    const back = await admin.call(users.restore, { body: { ids } });
    expect(back.done.toSorted()).toEqual(ids.toSorted());
    await one!.signIn(one!.contactNumber, testPassword);
    expect((await edits.get(one!.userId)).deviceId).toBe(one!.deviceId);
    expect((await root.call(groups.members, { params })).total).toBe(1);
    expect((await edits.entriesOf(one!.userId)).map(({ action }) => action).slice(0, 2)).toEqual([
      'user.restore',
      'user.bulk-delete',
    ]);
    expect((await admin.call(users.restore, { body: { ids } })).refused).toHaveLength(2);
  });

  it('stay deleted where another has the number now, or they were erased', async () => {
    const [one, two] = await learnersIn('Wardha', 2);
    await root.call(users.remove, { params: { id: one!.userId } });
    await root.call(users.remove, { params: { id: two!.userId }, query: { erase: 'true' } });
    await root.call(users.create, {
      body: { name: 'Successor', contactNumber: one!.contactNumber },
    });
    const ids = idsOf([one!, two!]);
    const { done, refused } = await root.call(users.restore, { body: { ids } });
    expect(done).toEqual([]);
    expect(refused.map(({ reason }) => reason).toSorted()).toEqual(['not_found', 'phone_taken']);
  });

  it('lose password and devices once they can’t be restored any more', async () => {
    const [one] = await learnersIn('Jalna', 1);
    await root.call(users.remove, { params: { id: one!.userId } });
    const { db } = server.instance.foundation;
    const kept = () =>
      db
        .selectFrom('users')
        .leftJoin('user_devices', 'user_devices.user_id', 'users.id')
        .select(['password_hash', 'device_id'])
        .where('users.id', '=', one!.userId)
        .executeTakeFirstOrThrow();
    const purge = async () => {
      const jobs = server.instance.composition.users.retentionJobs;
      await jobs.find(({ name }) => name === 'deleted users')?.removeSome(100);
    };
    later = 29 * dayMs;
    await purge();
    expect(await kept()).toMatchObject({ device_id: one!.deviceId });
    later = 31 * dayMs;
    await purge();
    expect(await kept()).toEqual({ password_hash: null, device_id: null });
    later = 0;
    const { done } = await root.call(users.restore, { body: { ids: [one!.userId] } });
    expect(done).toEqual([]);
  });
});

describe('slips of a group', () => {
  it('are for those who have yet to activate, and replace working codes only when asked', async () => {
    const [active] = await learnersIn('Buldhana', 1);
    const invited = await Promise.all(
      ['9700600001', '9700600002'].map((contactNumber) =>
        root.call(users.create, {
          body: { name: `New ${contactNumber}`, contactNumber, district: 'Buldhana' },
        }),
      ),
    );
    const [first, second] = invited;
    const { db } = server.instance.foundation;
    const past = new Date(Date.now() - dayMs);
    await db
      .updateTable('activation_codes')
      .set({ expires_at: past })
      .where('user_id', '=', second!.user.id)
      .execute();
    const group = await root.call(groups.create, { body: { name: 'Batch of Buldhana' } });
    const params = { id: group.id };
    const add = [active!.userId, ...invited.map(({ user }) => user.id)];
    await root.call(groups.changeMembers, { params, body: { add } });
    const admin = await edits.adminOf(['Buldhana']);
    expect(await admin.call(groups.activation, { params })).toEqual({
      members: 3,
      waiting: 2,
      withValidCode: 1,
    });
    const verify = async (code: string) => {
      const client = await server.newClient();
      const body = { contactNumber: first!.user.contactNumber, code };
      return client.call(auth.verify, { body });
    };
    const made = await admin.call(groups.issueCodes, { params, body: { replace: false } });
    expect(made.shown.map(({ name }) => name)).toEqual(['New 9700600002']);
    await verify(first!.activation.code ?? '');
    const all = await admin.call(groups.issueCodes, { params, body: { replace: true } });
    expect(all.shown.map(({ name }) => name)).toEqual(['New 9700600001', 'New 9700600002']);
    const old = await catchRefusal(verify(first!.activation.code ?? ''));
    expect(old.reason).toBe('activation_invalid');
    await active!.call(users.profile, {});
    const [entry] = await edits.entriesOf(first!.user.id);
    expect(entry).toMatchObject({
      action: 'user-group.new-codes',
      subjectName: 'Batch of Buldhana',
      after: { users: 2, replaced: true },
    });
  });
});
