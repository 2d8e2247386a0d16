import { endpoints, type MachineFacts, type SystemConfig } from '@prahari/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { addPasskey, createAuthenticator } from '../../../testing/software-authenticator.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const television =
  'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 TV Safari/537.36';
const laptop: MachineFacts = {
  isMobileHint: false,
  touchPoints: 0,
  hasFinePointer: true,
  screenWidth: 1366,
  screenHeight: 768,
  pixelRatio: 1,
};
const smallScreen = { ...laptop, screenWidth: 1280, screenHeight: 800 };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(() => configure({ devicesPerLearner: 1, selfServiceDeviceReset: false }));

async function configure(change: Partial<SystemConfig['accounts']>): Promise<void> {
  const root = await server.superAdmin();
  const { version, config } = await root.call(endpoints.system.config, {});
  const accounts = { ...config.accounts, ...change };
  await root.call(endpoints.system.updateConfig, { body: { version, config: { accounts } } });
}

/** A new device, by its own word. */
async function newDevice(userAgent?: string): Promise<TestClient> {
  const client = await server.newClient();
  client.userAgent = userAgent;
  return client;
}

/** An activated learner whose account no device is bound to. */
async function freedLearner() {
  const learner = await server.newUser();
  const root = await server.superAdmin();
  await root.call(endpoints.users.clearDevice, { params: { id: learner.userId } });
  return learner;
}

const boundTo = async (userId: string) =>
  (await server.instance.composition.auth.devices.of([userId])).get(userId);

const login = (
  client: TestClient,
  contactNumber: string,
  more: { readonly machine?: MachineFacts; readonly resetDevice?: boolean } = {},
) =>
  client.call(endpoints.auth.login, { body: { contactNumber, password: testPassword, ...more } });

const cannotPlay = (verdict: string) => ({
  status: 403,
  code: 'ACCESS_DENIED',
  reason: 'device_cannot_play',
  details: { cannotPlay: { verdict, minimumScreenPixels: 1366 } },
});

it('a phone is refused with the reason, is not bound, and leaves its place to a computer', async () => {
  const { userId, contactNumber } = await freedLearner();
  const refusal = await catchRefusal(login(await newDevice(phone), contactNumber));
  expect(refusal).toMatchObject(cannotPlay('mobile'));
  expect(refusal.message).toMatch(/^Video playback is not available on mobile devices\./);
  expect(await boundTo(userId)).toBeUndefined();
  const computer = await server.newClient();
  await computer.signIn(contactNumber, testPassword);
  expect(await boundTo(userId)).toBe(computer.deviceId);
});

it('a phone learns nothing by guessing', async () => {
  const { contactNumber } = await freedLearner();
  const device = await newDevice(phone);
  const refusal = await catchRefusal(device.signIn(contactNumber, 'not the password'));
  expect(refusal).toMatchObject({ status: 401, reason: 'invalid_credentials' });
});

it('a phone uses up no move of the account, and ends nothing', async () => {
  await configure({ selfServiceDeviceReset: true, deviceResetCooldownDays: 0 });
  const learner = await server.newUser();
  const { contactNumber, userId, deviceId } = learner;
  const refusal = await catchRefusal(
    login(await newDevice(phone), contactNumber, { resetDevice: true }),
  );
  expect(refusal).toMatchObject(cannotPlay('mobile'));
  expect(await boundTo(userId)).toBe(deviceId);
  await learner.call(endpoints.auth.validate, {});
});

it('what a page says about its machine can count against it', async () => {
  const { userId, contactNumber } = await freedLearner();
  const computer = await server.newClient();
  const small = await catchRefusal(login(computer, contactNumber, { machine: smallScreen }));
  expect(small).toMatchObject(cannotPlay('small-screen'));
  // An iPad calls itself a Mac.
  computer.userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';
  const touched = { ...laptop, touchPoints: 5 };
  const tablet = await catchRefusal(login(computer, contactNumber, { machine: touched }));
  expect(tablet).toMatchObject(cannotPlay('mobile'));
  expect(await boundTo(userId)).toBeUndefined();
  await login(computer, contactNumber, { machine: laptop });
  expect(await boundTo(userId)).toBe(computer.deviceId);
});

it('what a page says never counts in its favour, and the screen of a television is ignored', async () => {
  const { contactNumber } = await freedLearner();
  const refusal = await catchRefusal(
    login(await newDevice(phone), contactNumber, { machine: laptop }),
  );
  expect(refusal).toMatchObject(cannotPlay('mobile'));
  await login(await newDevice(television), contactNumber, { machine: smallScreen });
});

it('if a phone and a computer come at the same time, the computer is bound', async () => {
  const { userId, contactNumber } = await freedLearner();
  const agents = [phone, undefined, phone, phone];
  const devices = await Promise.all(agents.map((agent) => newDevice(agent)));
  const outcomes = await Promise.allSettled(devices.map((one) => login(one, contactNumber)));
  expect(outcomes.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(await boundTo(userId)).toBe(devices[1]?.deviceId);
});

it('where no device is bound, phones sign in: administrators, and learners without a limit', async () => {
  const admin = await server.newUser('ADMIN');
  await login(await newDevice(phone), admin.contactNumber);
  await configure({ devicesPerLearner: 0 });
  const learner = await freedLearner();
  await login(await newDevice(phone), learner.contactNumber);
  expect(await boundTo(learner.userId)).toBeUndefined();
});

it('a phone that was bound before still works', async () => {
  const learner = await server.newUser();
  learner.userAgent = phone;
  await login(learner, learner.contactNumber);
});

it('a device that turns into a phone between the two steps of a sign-in is not bound', async () => {
  const learner = await server.newUser();
  const { contactNumber, userId } = learner;
  const key = createAuthenticator(server.origin.replace('127.0.0.1', 'localhost'));
  await addPasskey(learner, key);
  const root = await server.superAdmin();
  await root.call(endpoints.users.clearDevice, { params: { id: userId } });
  const device = await newDevice(phone);
  // Before the second step, which would be useless.
  expect(await catchRefusal(login(device, contactNumber))).toMatchObject(cannotPlay('mobile'));
  device.userAgent = undefined;
  const { details } = await catchRefusal(login(device, contactNumber));
  const secondFactorToken = `${details['secondFactorToken']}`;
  const { account } = endpoints;
  const asked = await device.call(account.passkeyChallenge, { body: { secondFactorToken } });
  device.userAgent = phone;
  const body = { secondFactorToken, assertion: key.sign(asked) };
  const refusal = await catchRefusal(device.call(account.passkeySignIn, { body }));
  expect(refusal).toMatchObject(cannotPlay('mobile'));
  expect(await boundTo(userId)).toBeUndefined();
});

it('a refused phone is in the login history of its account', async () => {
  const { userId, contactNumber } = await freedLearner();
  const device = await newDevice(phone);
  await catchRefusal(login(device, contactNumber));
  const root = await server.superAdmin();
  const { items } = await root.call(endpoints.account.loginHistoryOf, { params: { id: userId } });
  expect(items[0]).toMatchObject({ kind: 'device-refused', deviceId: device.deviceId });
});
