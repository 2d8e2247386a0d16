import { randomBytes } from 'node:crypto';
import { type ApiError, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock/clock.ts';
import { openTestDatabase } from '../../../platform/testing/test-database.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { createSignInRateLimit } from './sign-in-rate-limit.adapter.ts';

let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({ beside: server });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: ApiError) => error.status,
  );
const guess = (client: TestClient, contactNumber: string) =>
  outcomeOf(client.signIn(contactNumber, 'not the password'));

const limitsOf = (perAddress: number) => {
  const { pool } = server.instance.foundation;
  return createSignInRateLimit({ pool, clock: systemClock, key: randomBytes(32), perAddress });
};
const attempt = { address: '192.0.2.1', account: '+919800000000', isKnownDevice: false };
const isRefused = (counted: Promise<void>) =>
  counted.then(
    () => false,
    () => true,
  );

describe('limits of sign-ins', () => {
  it('hold for all processes together, and spare the device in use', async () => {
    const learner = await server.newUser();
    const guessers = await Promise.all([server, other, server].map((place) => place.newClient()));
    const outcomes: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      for (const guesser of guessers) outcomes.push(await guess(guesser, learner.contactNumber));
    }
    expect(outcomes).toEqual([...Array(20).fill(401), ...Array(4).fill(429)]);
    for (const place of [server, other]) {
      const fresh = await place.newClient();
      expect(await outcomeOf(fresh.signIn(learner.contactNumber, testPassword))).toBe(429);
    }
    await learner.signIn(learner.contactNumber, testPassword);
  });

  it('leave the owner every other network when two are used up', async () => {
    const limits = limitsOf(100_000);
    const from = (address: string, deviceId: string) =>
      limits.countPassword({ ...attempt, account: '+919800300000', address, deviceId });
    for (let i = 0; i < 60; i += 1) {
      await isRefused(from(`192.0.2.${1 + (i % 2)}`, `key ${i}`));
    }
    expect(await isRefused(from('192.0.2.1', 'another key'))).toBe(true);
    expect(await isRefused(from('198.51.100.7', 'the owner, on a new device'))).toBe(false);
  });

  it('hold an account at 50 tries from however many networks', async () => {
    const limits = limitsOf(100_000);
    const from = (i: number) =>
      limits.countPassword({
        ...attempt,
        account: '+919800400000',
        address: `203.0.113.${i}`,
        deviceId: `k${i}`,
      });
    for (let i = 0; i < 50; i += 1) await from(i);
    expect(await isRefused(from(50))).toBe(true);
  });

  it('don’t let others use up an activation code, which is too long to be guessed', async () => {
    const learner = await server.newUser();
    const guessers = await Promise.all([other, server, other].map((place) => place.newClient()));
    for (let i = 0; i < 8; i += 1) {
      for (const guesser of guessers) await guess(guesser, learner.contactNumber);
    }
    const admin = await server.superAdmin();
    const { activation } = await admin.call(endpoints.users.resetPassword, {
      params: { id: learner.userId },
    });
    const contactNumber = learner.contactNumber;
    const verify = (client: TestClient, code = activation.code ?? '') =>
      outcomeOf(client.call(endpoints.auth.verify, { body: { contactNumber, code } }));
    expect(await verify(await server.newClient())).toBe(200);
    expect(await verify(learner)).toBe(200);
    // A machine that tries codes is stopped for itself alone.
    const [guesser] = guessers;
    const tries = [];
    for (let i = 0; i < 30; i += 1) tries.push(await verify(guesser!, 'AAAA-BBBB-CCCC-DDDD'));
    expect(tries).toContain(429);
    expect(await verify(await server.newClient())).toBe(200);
  });

  it('say when to come back', async () => {
    const client = await server.newClient();
    const contactNumber = '9811100000';
    for (let i = 0; i < 10; i += 1) await guess(client, contactNumber);
    const url = `${server.origin}/api/v1/auth/login`;
    const headers = await client.headersFor('POST', url);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ contactNumber, password: 'not the password' }),
    });
    expect(answer.status).toBe(429);
    const retryAfterSeconds = Number(answer.headers.get('retry-after'));
    expect(retryAfterSeconds).toBeGreaterThan(200);
    expect(retryAfterSeconds).toBeLessThanOrEqual(300);
  });

  it('hold a device that tries many accounts', async () => {
    const limits = limitsOf(100_000);
    const from = (i: number) =>
      limits.countPassword({ ...attempt, account: `+9198000${i}`, deviceId: 'one key' });
    for (let i = 0; i < 30; i += 1) await from(i);
    expect(await isRefused(from(30))).toBe(true);
    const ownDevice = { ...attempt, deviceId: 'one key', isKnownDevice: true };
    expect(await isRefused(limits.countPassword(ownDevice))).toBe(false);
  });

  it('limit an address, and an IPv6 network as one', async () => {
    const limits = limitsOf(3);
    const from = (i: number, address: string) =>
      limits.countPassword({ ...attempt, account: `+9198001${i}`, deviceId: `key ${i}`, address });
    for (let i = 0; i < 3; i += 1) await from(i, `2001:db8::${i}`);
    expect(await isRefused(from(3, '2001:db8::3'))).toBe(true);
    expect(await isRefused(from(4, '2001:db8:0:1::3'))).toBe(false);
  });

  it('are forgotten once a sign-in succeeded', async () => {
    const limits = limitsOf(100_000);
    const guessed = { ...attempt, account: '+919800200000', deviceId: 'key' };
    for (let i = 0; i < 10; i += 1) await limits.countPassword(guessed);
    await limits.forgetPasswords(guessed);
    expect(await isRefused(limits.countPassword(guessed))).toBe(false);
  });

  it('keep no phone number and no address', async () => {
    await limitsOf(100_000).countPassword({ ...attempt, deviceId: 'key' });
    const { pool } = server.instance.foundation;
    const { rows } = await pool.query<{ key: string }>('SELECT key FROM sign_in_limits');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^[a-z-]+:[\w-]{43}$/);
  });

  it('hold in each process while the database fails', async () => {
    const { connectionString } = server.instance.foundation;
    const { db, pool } = openTestDatabase(connectionString, 1);
    await db.destroy();
    const limits = createSignInRateLimit({
      pool,
      clock: systemClock,
      key: randomBytes(32),
      perAddress: 100_000,
    });
    const guessed = { ...attempt, deviceId: 'key' };
    for (let i = 0; i < 10; i += 1) await limits.countPassword(guessed);
    expect(await isRefused(limits.countPassword(guessed))).toBe(true);
  });
});
