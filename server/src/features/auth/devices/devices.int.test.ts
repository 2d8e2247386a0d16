import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trx } from '../../../platform/db/database.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import type { EndedSessions } from '../sessions/end-sessions.usecases.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const boundElsewhere = {
  status: 403,
  type: 'AuthorizationError',
  code: 'ACCESS_DENIED',
  message: 'This account is bound to another device. Ask your centre to release it.',
  reason: 'device_not_bound',
};

async function change(work: (trx: Trx) => Promise<EndedSessions>): Promise<void> {
  const ended = await server.instance.foundation.db.transaction().execute(work);
  ended.announce();
}

/** An activated learner whose account was freed from its device. */
async function freedLearner() {
  const learner = await server.newUser();
  const { devices } = server.instance.composition.auth;
  await change((trx) => devices.clear(trx, learner.userId));
  return learner;
}

async function factsOf(name: string, userId: string): Promise<unknown[]> {
  const rows = await server.instance.foundation.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', name)
    .orderBy('happened_at')
    .execute();
  return rows.map((row) => row.data).filter((data) => Object(data).userId === userId);
}

const validate = (client: TestClient) => client.call(endpoints.auth.validate, {});
const refresh = (client: TestClient, refreshToken: string) =>
  client.call(endpoints.auth.refresh, { body: { refreshToken } });

describe('the first sign-in of a learner', () => {
  it('binds the account to the device', async () => {
    const { devices } = server.instance.composition.auth;
    const [learner, admin] = [await server.newUser(), await server.newUser('ADMIN')];
    const bound = await devices.of([learner.userId, admin.userId]);
    expect([...bound]).toEqual([[learner.userId, learner.deviceId]]);
    const { userId, deviceId } = learner;
    expect(await factsOf('device.bound', userId)).toEqual([{ userId, deviceId }]);
    await learner.signIn(learner.contactNumber, testPassword);
    expect(await factsOf('device.bound', userId)).toHaveLength(1);
    expect(await devices.of([])).toEqual(new Map());
  });

  it('binds one device when two are used at the same time', async () => {
    const { contactNumber, userId } = await freedLearner();
    const rivals = await Promise.all([1, 2, 3, 4].map(() => server.newClient()));
    const outcomes = await Promise.allSettled(
      rivals.map((rival) => rival.signIn(contactNumber, testPassword)),
    );
    const winners = rivals.filter((_, i) => outcomes[i]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(boundElsewhere);
    }
    const bound = await server.instance.composition.auth.devices.of([userId]);
    expect(bound.get(userId)).toBe(winners[0]?.deviceId);
    expect(await factsOf('device.refused', userId)).toHaveLength(3);
  });
});

describe('another device of a learner', () => {
  it('is refused after a correct password, with a text about where to get help', async () => {
    const learner = await server.newUser();
    const other = await server.newClient();
    const sessions = await learner.call(endpoints.auth.sessions, {});
    expect(await catchRefusal(other.signIn(learner.contactNumber, testPassword))).toMatchObject(
      boundElsewhere,
    );
    const { userId } = learner;
    expect(await factsOf('device.refused', userId)).toEqual([
      { userId, deviceId: other.deviceId, address: '127.0.0.1' },
    ]);
    expect((await learner.call(endpoints.auth.sessions, {})).items).toHaveLength(
      sessions.items.length,
    );
  });

  it('learns nothing by guessing', async () => {
    const learner = await server.newUser();
    const other = await server.newClient();
    const error = await catchRefusal(other.signIn(learner.contactNumber, 'not the password'));
    expect(error).toMatchObject({ status: 401, reason: 'invalid_credentials' });
  });

  it('has no use for stolen cookies and tokens', async () => {
    const learner = await server.newUser();
    await learner.confirmPassword(testPassword);
    const thief = await server.newClient();
    for (const [name, value] of learner.cookies) thief.cookies.set(name, value);
    thief.accessToken = learner.accessToken;
    expect(await catchRefusal(validate(thief))).toMatchObject({
      status: 401,
      code: 'TOKEN_INVALID',
    });
    const stolen = await catchRefusal(refresh(thief, learner.refreshToken ?? ''));
    expect(stolen.reason).toBe('refresh_invalid');
    await catchRefusal(validate(thief));
    await validate(learner);
    const { userId } = learner;
    const facts = { userId, deviceId: thief.deviceId };
    expect(await factsOf('session.key-mismatch', userId)).toMatchObject([
      { ...facts, credential: 'access' },
      { ...facts, credential: 'refresh' },
    ]);
  });

  it('is admitted after the account was unbound, and the first one is refused', async () => {
    const learner = await freedLearner();
    expect((await catchRefusal(validate(learner))).reason).toBe('session_ended');
    const other = await server.newClient();
    await other.signIn(learner.contactNumber, testPassword);
    const back = learner.signIn(learner.contactNumber, testPassword);
    expect(await catchRefusal(back)).toMatchObject(boundElsewhere);
  });

  it('is admitted when the account is bound to it, which ends the sessions of the first', async () => {
    const learner = await server.newUser();
    const other = await server.newClient();
    const { devices } = server.instance.composition.auth;
    await change((trx) => devices.set(trx, learner.userId, other.deviceId));
    expect((await catchRefusal(validate(learner))).reason).toBe('session_ended');
    expect(await factsOf('session.ended', learner.userId)).toMatchObject([
      { cause: 'device_changed' },
    ]);
    await other.signIn(learner.contactNumber, testPassword);
    await change((trx) => devices.set(trx, learner.userId, other.deviceId));
    await validate(other);
  });

  it('can be an administrator’s at any time', async () => {
    const admin = await server.newUser('ADMIN');
    const other = await server.newClient();
    await other.signIn(admin.contactNumber, testPassword);
    await Promise.all([validate(admin), validate(other)]);
  });
});

describe('a session on a device that is not bound', () => {
  it('can’t be refreshed', async () => {
    const learner = await server.newUser();
    await server.instance.foundation.db
      .deleteFrom('user_devices')
      .where('user_id', '=', learner.userId)
      .execute();
    const error = await catchRefusal(refresh(learner, learner.refreshToken ?? ''));
    expect(error.reason).toBe('refresh_invalid');
  });
});

describe('DEVICES_PER_LEARNER', () => {
  it.each([
    ['2', [true, true, false]],
    ['0', [true, true, true]],
  ])('%s lets in %s', async (limit, expected) => {
    const environment = { DEVICES_PER_LEARNER: limit };
    const process = await startTestServer({ beside: server, environment });
    try {
      const { contactNumber } = await freedLearner();
      const admitted: boolean[] = [];
      for (const _ of expected) {
        const client = await process.newClient();
        const attempt = client.signIn(contactNumber, testPassword);
        admitted.push(
          await attempt.then(
            () => true,
            () => false,
          ),
        );
      }
      expect(admitted).toEqual(expected);
    } finally {
      await process.stop();
    }
  });
});
