import { randomUUID } from 'node:crypto';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editUsers } from './testing/edit-users.ts';
import { atOnce, expectOne, race } from './testing/race.ts';
import { computeTotp, enrolSecondFactor } from './testing/second-factor.ts';
import { startTestServer, type TestServer, testPassword } from './testing/start-test-server.ts';
import type { TestClient } from './testing/test-client.ts';

const { account, auth, groups, learners, users } = endpoints;

let server: TestServer;
let root: TestClient;
let entriesOf: ReturnType<typeof editUsers>['entriesOf'];
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
  ({ entriesOf } = editUsers(server, root));
});
afterAll(() => server.stop());

const actionsOf = async (subjectId: string) =>
  (await entriesOf(subjectId)).map((entry) => entry.action);

let lastNumber = 9_600_000_000;
function newNumber(): string {
  lastNumber += 1;
  return `${lastNumber}`;
}
async function newUserId(): Promise<string> {
  const body = { name: 'Asha', contactNumber: newNumber() };
  return (await root.call(users.create, { body })).user.id;
}
async function newGroup(name = `Group ${randomUUID()}`) {
  return (await root.call(groups.create, { body: { name } })).id;
}

describe('users', () => {
  it('of one number are created once', async () => {
    const body = { name: 'Asha', contactNumber: newNumber() };
    expectOne(await race(() => root.call(users.create, { body })), 409);
  });

  it('do not come to one number by edits', async () => {
    const contactNumber = newNumber();
    const ids = await Promise.all(Array.from({ length: atOnce }, newUserId));
    const known = await Promise.all(ids.map((id) => root.call(users.get, { params: { id } })));
    const counts = await race((turn) => {
      const { id = '', updatedAt = '' } = known[turn] ?? {};
      return root.call(users.update, { params: { id }, body: { updatedAt, contactNumber } });
    });
    expectOne(counts, 409);
  });

  it('are edited once when several send the same state', async () => {
    const id = await newUserId();
    const { updatedAt } = await root.call(users.get, { params: { id } });
    const edit = (turn: number) =>
      root.call(users.update, { params: { id }, body: { updatedAt, name: `Asha ${turn}` } });
    expectOne(await race(edit), 409);
  });

  it('are deleted once, with one entry in the audit log', async () => {
    const id = await newUserId();
    expectOne(await race(() => root.call(users.remove, { params: { id } })), 404);
    expect(await actionsOf(id)).toEqual(['user.delete', 'user.create']);
  });

  it('have a device, or none, after many changes of it', async () => {
    const { userId: id } = await server.newUser();
    const params = { id };
    const counts = await race((turn) =>
      turn % 2
        ? root.call(users.clearDevice, { params })
        : root.call(users.setDevice, { params, body: { deviceId: root.deviceId } }),
    );
    expect(counts).toEqual({ 200: atOnce });
  });
});

describe('an activation code', () => {
  it('sets one password', async () => {
    const body = { name: 'Asha', contactNumber: newNumber() };
    const { activation } = await root.call(users.create, { body });
    const client = await server.newClient();
    const code = activation.code ?? '';
    const { setPasswordToken } = await client.call(auth.verify, {
      body: { contactNumber: body.contactNumber, code },
    });
    const counts = await race((turn) =>
      client.call(auth.setPassword, {
        body: { setPasswordToken, password: `${testPassword} ${turn}` },
      }),
    );
    expectOne(counts, 400, 401, 409);
  });
});

describe('sign-ins', () => {
  it('from many devices bind a learner to one', async () => {
    const { contactNumber, userId } = await server.newUser();
    await root.call(users.clearDevice, { params: { id: userId } });
    const clients = await Promise.all(Array.from({ length: atOnce }, () => server.newClient()));
    // The nonce is learnt before: else only its refusals meet.
    await Promise.all(clients.map((client) => client.call(auth.validate, {}).catch(() => {})));
    const counts = await race(async (turn) => clients[turn]?.signIn(contactNumber, testPassword));
    expectOne(counts, 401, 403, 409, 429);
  });

  it('end once', async () => {
    const user = await server.newUser();
    const { sessionId } = await user.call(auth.validate, {});
    const params = { id: user.userId, sessionId };
    expectOne(await race(() => root.call(users.endSession, { params })), 404);
  });
});

describe('a second factor', () => {
  it('is enrolled once, and cleared once', async () => {
    const admin = await server.newUser('ADMIN');
    const body = { password: testPassword };
    const { secret } = await admin.call(account.startSecondFactor, { body });
    const code = computeTotp(secret, new Date());
    const confirmed = await race(() => admin.call(account.confirmSecondFactor, { body: { code } }));
    expectOne(confirmed, 400, 403, 409, 429);
    const params = { id: admin.userId };
    expectOne(await race(() => root.call(account.clearSecondFactor, { params })), 400);
    const actions = await actionsOf(admin.userId);
    expect(actions.filter((action) => action === 'user.clear-second-factor')).toHaveLength(1);
  });

  it('lends each recovery code once', async () => {
    const admin = await server.newUser('ADMIN');
    const { recoveryCodes } = await enrolSecondFactor(admin, new Date());
    const [code = ''] = recoveryCodes;
    const body = { password: testPassword, code };
    const disabled = await race(() => admin.call(account.disableSecondFactor, { body }));
    expectOne(disabled, 400, 403, 429);
  });
});

describe('groups', () => {
  it('of one name are made once', async () => {
    const body = { name: 'Evening batch' };
    expectOne(await race(() => root.call(groups.create, { body })), 409);
  });

  it('do not come to one name', async () => {
    const ids = await Promise.all(Array.from({ length: atOnce }, () => newGroup()));
    const body = { name: 'Morning batch' };
    const counts = await race((turn) =>
      root.call(groups.rename, { params: { id: ids[turn] ?? '' }, body }),
    );
    expectOne(counts, 409);
  });

  it('are deleted once, with one entry in the audit log', async () => {
    const id = await newGroup();
    expectOne(await race(() => root.call(groups.remove, { params: { id } })), 404);
    expect(await actionsOf(id)).toEqual(['user-group.delete', 'user-group.create']);
  });

  it('take no members while they are deleted, and say so', async () => {
    const id = await newGroup();
    const members = await Promise.all(Array.from({ length: 5 }, newUserId));
    const counts = await race((turn) =>
      turn === atOnce / 2
        ? root.call(groups.remove, { params: { id } })
        : root.call(groups.changeMembers, { params: { id }, body: { add: members, remove: [] } }),
    );
    expect(Object.keys(counts)).toSatisfy((keys: string[]) =>
      keys.every((status) => status === '200' || status === '404'),
    );
    await expect(root.call(groups.members, { params: { id } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('take members in any order, some of them twice and some to be removed too', async () => {
    const id = await newGroup();
    const members = await Promise.all(Array.from({ length: 10 }, newUserId));
    const counts = await race((turn) => {
      const turned = [...members.slice(turn % 10), ...members.slice(0, turn % 10)];
      const add = turn % 3 ? turned : turned.toReversed();
      const remove = turn % 4 ? [] : turned.slice(0, 3);
      return root.call(groups.changeMembers, {
        params: { id },
        body: { add: [...add, ...add], remove: [...remove, ...remove] },
      });
    });
    expect(counts).toEqual({ 200: atOnce });
  });

  it('are taken in any order for one learner, while they take members themselves', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => newGroup()));
    const learner = await newUserId();
    const counts = await race((turn) => {
      const add = turn % 2 ? ids : ids.toReversed();
      const id = ids[turn % 5] ?? '';
      return turn % 3
        ? root.call(learners.changeGroups, { params: { id: learner }, body: { add } })
        : root.call(groups.changeMembers, { params: { id }, body: { remove: [learner] } });
    });
    expect(counts).toEqual({ 200: atOnce });
  });
});

describe('twenty different edits of one administrator', () => {
  it('are all answered at once: none waits for a second connection', async () => {
    const ids = await Promise.all(Array.from({ length: atOnce }, newUserId));
    const startedAt = performance.now();
    const counts = await race((turn) =>
      root.call(users.setDevice, {
        params: { id: ids[turn] ?? '' },
        body: { deviceId: root.deviceId },
      }),
    );
    expect(counts).toEqual({ 200: atOnce });
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });
});
