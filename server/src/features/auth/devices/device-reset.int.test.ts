import { endpoints, type SystemConfig } from '@prahari/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { addPasskey, createAuthenticator } from '../../../testing/software-authenticator.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const dayMs = 86_400_000;
const cooldownDays = 30;

let server: TestServer;
let movedByMs = 0;
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(Date.now() + movedByMs) },
  });
});
afterAll(() => server.stop());
afterEach(() => {
  movedByMs = 0;
});

async function configure(change: Partial<SystemConfig['accounts']>): Promise<void> {
  const root = await server.superAdmin();
  const { version, config } = await root.call(endpoints.system.config, {});
  const accounts = { ...config.accounts, ...change };
  await root.call(endpoints.system.updateConfig, { body: { version, config: { accounts } } });
}

const offered = { selfServiceDeviceReset: true, deviceResetCooldownDays: cooldownDays };

/** Chooses "This is my new device": signs in there and keeps the tokens. */
async function claimDevice(client: TestClient, contactNumber: string, password = testPassword) {
  const body = { contactNumber, password, resetDevice: true };
  const data = await client.call(endpoints.auth.login, { body });
  client.accessToken = data.accessToken;
}

async function factsOf(name: string, userId: string): Promise<unknown[]> {
  const rows = await server.instance.foundation.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', name)
    .execute();
  return rows.map((row) => row.data).filter((data) => Object(data).userId === userId);
}

/** A learner whose device was bound some days ago. */
async function learnerBound(daysAgo: number) {
  const learner = await server.newUser();
  const boundAt = new Date(Date.now() - daysAgo * dayMs);
  await server.instance.foundation.db
    .updateTable('user_devices')
    .set({ bound_at: boundAt })
    .where('user_id', '=', learner.userId)
    .execute();
  return Object.assign(learner, { boundAt });
}

const validate = (client: TestClient) => client.call(endpoints.auth.validate, {});

describe('a learner with a new device', () => {
  it('moves the account to it, which ends the sessions on the old one', async () => {
    await configure(offered);
    const learner = await learnerBound(cooldownDays);
    const other = await server.newClient();
    const refused = await catchRefusal(other.signIn(learner.contactNumber, testPassword));
    expect(refused).toMatchObject({ status: 403, reason: 'device_not_bound' });
    expect(refused.details).toMatchObject({ deviceReset: { state: 'possible' } });
    await claimDevice(other, learner.contactNumber);
    await validate(other);
    expect((await catchRefusal(validate(learner))).reason).toBe('session_ended');
    const { userId } = learner;
    expect(await factsOf('device.reset', userId)).toEqual([
      { userId, deviceId: other.deviceId, replaced: [learner.deviceId], address: '127.0.0.1' },
    ]);
    const back = await catchRefusal(claimDevice(learner, learner.contactNumber));
    expect(back.details).toMatchObject({ deviceReset: { state: 'later' } });
    await validate(other);
  });

  it('shows when it can be changed, and refuses before', async () => {
    await configure(offered);
    const learner = await learnerBound(cooldownDays - 1);
    const other = await server.newClient();
    const possibleAt = new Date(learner.boundAt.getTime() + cooldownDays * dayMs).toISOString();
    for (const attempt of [
      () => other.signIn(learner.contactNumber, testPassword),
      () => claimDevice(other, learner.contactNumber),
    ]) {
      expect((await catchRefusal(attempt())).details).toEqual({
        reason: 'device_not_bound',
        deviceReset: { state: 'later', possibleAt },
      });
    }
    await validate(learner);
    movedByMs = 2 * dayMs;
    await claimDevice(other, learner.contactNumber);
    await validate(other);
  });

  it('is sent to the centre where the policy offers nothing', async () => {
    await configure({ ...offered, selfServiceDeviceReset: false });
    const learner = await learnerBound(365);
    const other = await server.newClient();
    const refused = await catchRefusal(claimDevice(other, learner.contactNumber));
    expect(refused.message).toBe(
      'This account is bound to another device. Ask your centre to release it.',
    );
    expect(refused.details).toMatchObject({ deviceReset: { state: 'not_offered' } });
    expect(await factsOf('device.refused', learner.userId)).toHaveLength(1);
    await validate(learner);
  });

  it('has no effect on the device that is bound already', async () => {
    await configure(offered);
    const learner = await learnerBound(cooldownDays);
    await claimDevice(learner, learner.contactNumber);
    expect(await factsOf('device.reset', learner.userId)).toEqual([]);
  });

  it('wins alone where two devices claim the account at once', async () => {
    await configure(offered);
    const { contactNumber, userId } = await learnerBound(cooldownDays);
    const rivals = await Promise.all([1, 2, 3].map(() => server.newClient()));
    const outcomes = await Promise.allSettled(
      rivals.map((rival) => claimDevice(rival, contactNumber)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await factsOf('device.reset', userId)).toHaveLength(1);
  });
});

describe('an attacker who guesses', () => {
  it('gets the answer of any sign-in, whether there is an account or not', async () => {
    await configure(offered);
    const learner = await learnerBound(cooldownDays);
    const guess = async (contactNumber: string) => {
      const attacker = await server.newClient();
      const { status, code, message, details } = await catchRefusal(
        claimDevice(attacker, contactNumber, 'not the password'),
      );
      return { status, code, message, details };
    };
    const known = await guess(learner.contactNumber);
    expect(known).toMatchObject({ status: 401, details: { reason: 'invalid_credentials' } });
    expect(await guess('9812399999')).toEqual(known);
    await validate(learner);
  });

  it('meets the limits of sign-in', async () => {
    await configure(offered);
    const learner = await learnerBound(cooldownDays);
    const attacker = await server.newClient();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const claim = claimDevice(attacker, learner.contactNumber, 'not the password');
      statuses.push((await catchRefusal(claim)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  });
});

describe('devices per learner', () => {
  it('follow the configuration at once, up and down', async () => {
    const { contactNumber } = await server.newUser();
    const second = await server.newClient();
    await catchRefusal(second.signIn(contactNumber, testPassword));
    await configure({ devicesPerLearner: 2 });
    await second.signIn(contactNumber, testPassword);
    await configure({ devicesPerLearner: 1 });
    const refused = await catchRefusal(second.signIn(contactNumber, testPassword));
    expect(refused.reason).toBe('device_not_bound');
  });
});

it('of a learner with a passkey needs the passkey too', async () => {
  await configure({ ...offered, deviceResetCooldownDays: 0 });
  const learner = await server.newUser();
  const key = createAuthenticator(server.origin.replace('127.0.0.1', 'localhost'));
  await addPasskey(learner, key);
  const { contactNumber } = learner;
  const elsewhere = await server.newClient();
  const credentials = { contactNumber, password: testPassword };
  const login = (resetDevice: boolean) =>
    catchRefusal(elsewhere.call(endpoints.auth.login, { body: { ...credentials, resetDevice } }));
  expect(await login(false)).toMatchObject({ reason: 'device_not_bound' });
  const { details, reason } = await login(true);
  expect(reason).toBe('second_factor_required');
  // Nothing has moved so far.
  await validate(learner);
  const secondFactorToken = `${details['secondFactorToken']}`;
  const { account } = endpoints;
  const asked = await elsewhere.call(account.passkeyChallenge, { body: { secondFactorToken } });
  const body = { secondFactorToken, assertion: key.sign(asked) };
  elsewhere.accessToken = (await elsewhere.call(account.passkeySignIn, { body })).accessToken;
  await validate(elsewhere);
  expect(await catchRefusal(validate(learner))).toMatchObject({ reason: 'session_ended' });
});
