import { endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { startSmsGateway } from '../../../testing/sms-gateway.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { auth, users } = endpoints;
const newPassword = 'guava tree behind the school';
const minuteMs = 60_000;

let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
let server: TestServer;
let root: TestClient;
let movedByMs = 0;
beforeAll(async () => {
  gateway = await startSmsGateway();
  server = await startTestServer({
    worker: true,
    clock: { now: () => new Date(Date.now() + movedByMs) },
    environment: {
      SMS_GATEWAY_URL: gateway.url,
      SMS_GATEWAY_BODY: '{"to":"{number}","code":"{code}"}',
    },
  });
  root = await server.superAdmin();
});
afterAll(async () => {
  await server.stop();
  await gateway.stop();
});
afterEach(() => {
  movedByMs = 0;
});

const codesTo = (number: string): string[] =>
  gateway.received
    .map(({ body }) => JSON.parse(body))
    .filter(({ to }) => to === number)
    .map(({ code }) => code);

/** Returns the latest of the given number of codes. */
async function codeTo(number: string, count: number): Promise<string> {
  await vi.waitFor(() => expect(codesTo(number)).toHaveLength(count), { timeout: 20_000 });
  return codesTo(number).at(-1) ?? '';
}

let lastNumber = 9_600_000_000;
/** An activated user, signed in; the first code was sent by SMS. */
async function newUser(userType: 'LEARNER' | 'ADMIN' = 'LEARNER') {
  lastNumber += 1;
  const { user } = await root.call(users.create, {
    body: { name: 'Asha Kumari', contactNumber: `${lastNumber}`, userType },
  });
  const code = await codeTo(user.contactNumber, 1);
  const client = await server.newClient();
  await choose(client, user.contactNumber, code, testPassword);
  await client.signIn(user.contactNumber, testPassword);
  return Object.assign(client, { userId: user.id, contactNumber: user.contactNumber });
}

async function choose(client: TestClient, contactNumber: string, code: string, password: string) {
  const { setPasswordToken } = await client.call(auth.verify, { body: { contactNumber, code } });
  await client.call(auth.setPassword, { body: { setPasswordToken, password } });
  return setPasswordToken;
}

const forget = (client: TestClient, contactNumber: string) =>
  client.call(auth.forgotPassword, { body: { contactNumber } });

/** Waits until every request so far was worked off. */
async function workedOff(): Promise<void> {
  const { db } = server.instance.foundation;
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM pgboss.job
        WHERE name IN ('start-password-reset', 'send-activation-code')
          AND state NOT IN ('completed', 'failed', 'cancelled')`.execute(db);
      expect(rows[0]?.count).toBe(0);
    },
    { timeout: 20_000 },
  );
}

const historyOf = async (userId: string) => {
  const { items } = await root.call(endpoints.account.loginHistoryOf, { params: { id: userId } });
  return items.map(({ kind }) => kind);
};

describe('a learner who forgot the password', () => {
  it('gets a code that sets a new password once, which ends all sessions', async () => {
    const learner = await newUser();
    const { contactNumber, userId } = learner;
    const asking = await server.newClient();
    expect(await forget(asking, contactNumber)).toEqual({ success: true });
    const code = await codeTo(contactNumber, 2);
    // Until it is used, nothing has changed.
    await learner.call(auth.validate, {});
    await learner.signIn(contactNumber, testPassword);

    const token = await choose(learner, contactNumber, code, newPassword);
    expect(await catchRefusal(learner.call(auth.validate, {}))).toMatchObject({
      status: 401,
      reason: 'session_ended',
    });
    const old = await catchRefusal(learner.signIn(contactNumber, testPassword));
    expect(old).toMatchObject({ status: 401, reason: 'invalid_credentials' });
    await learner.signIn(contactNumber, newPassword);

    const again = await catchRefusal(choose(learner, contactNumber, code, testPassword));
    expect(again).toMatchObject({ status: 401, reason: 'activation_invalid' });
    const body = { setPasswordToken: token, password: testPassword };
    const replayed = await catchRefusal(learner.call(auth.setPassword, { body }));
    expect(replayed).toMatchObject({ reason: 'activation_invalid' });
    expect(await historyOf(userId)).toEqual(
      expect.arrayContaining(['password-reset-requested', 'password-changed']),
    );
  });

  it('can use the code for half an hour', async () => {
    const { contactNumber } = await newUser();
    const asking = await server.newClient();
    await forget(asking, contactNumber);
    const code = await codeTo(contactNumber, 2);
    movedByMs = 31 * minuteMs;
    const late = await catchRefusal(choose(asking, contactNumber, code, newPassword));
    expect(late).toMatchObject({ status: 401, reason: 'activation_invalid' });
  });

  it('chooses a password once when the code is entered twice at the same time', async () => {
    const { contactNumber } = await newUser();
    const rivals = [await server.newClient(), await server.newClient()];
    await forget(await server.newClient(), contactNumber);
    const code = await codeTo(contactNumber, 2);
    const outcomes = await Promise.allSettled(
      rivals.map((rival) => choose(rival, contactNumber, code, newPassword)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is not bound to another device by it', async () => {
    const { contactNumber } = await newUser();
    const elsewhere = await server.newClient();
    await forget(elsewhere, contactNumber);
    const code = await codeTo(contactNumber, 2);
    await choose(elsewhere, contactNumber, code, newPassword);
    const refusal = await catchRefusal(elsewhere.signIn(contactNumber, newPassword));
    expect(refusal).toMatchObject({ status: 403, reason: 'device_not_bound' });
  });
});

describe('a caller who asks for the numbers of others', () => {
  it('gets the same answer for all, and only learners with a password a code', async () => {
    const admin = await newUser('ADMIN');
    const blocked = await newUser();
    await root.call(users.block, { params: { id: blocked.userId }, body: { blocked: true } });
    const { user: invited } = await root.call(users.create, {
      body: { name: 'Asha Kumari', contactNumber: '9600100000' },
    });
    await codeTo(invited.contactNumber, 1);
    const asking = await server.newClient();
    const numbers = [admin, blocked, invited].map(({ contactNumber }) => contactNumber);
    for (const number of [...numbers, '+919600199999']) {
      expect(await forget(asking, number)).toEqual({ success: true });
    }
    await workedOff();
    for (const number of numbers) expect(codesTo(number)).toHaveLength(1);
    expect(codesTo('+919600199999')).toEqual([]);
    expect(await historyOf(admin.userId)).not.toContain('password-reset-requested');
  });

  it('causes one message in ten minutes and three a day, and the code under way stays valid', async () => {
    const { contactNumber } = await newUser();
    const askers = await Promise.all([1, 2, 3].map(() => server.newClient()));
    await Promise.all(askers.map((asker) => forget(asker, contactNumber)));
    await workedOff();
    const code = await codeTo(contactNumber, 2);
    const asker = await server.newClient();
    for (const minutes of [11, 22, 33]) {
      movedByMs = minutes * minuteMs;
      await forget(asker, contactNumber);
      await workedOff();
    }
    expect(codesTo(contactNumber)).toHaveLength(4);
    expect(codesTo(contactNumber)[1]).toBe(code);
  });

  it('meets the limits of sign-in, and must do the same work for known and unknown numbers', async () => {
    const { contactNumber } = await newUser();
    const reasonsOf = async (number: string) => {
      const reasons = [];
      for (let device = 0; device < 7; device += 1) {
        const asking = await server.newClient();
        for (let i = 0; i < 9; i += 1) {
          const answer = await forget(asking, number).catch((error: unknown) => error);
          reasons.push(Object(answer).reason ?? Object(answer).code ?? 'taken');
        }
      }
      return reasons;
    };
    const known = await reasonsOf(contactNumber);
    expect(known.filter((reason) => reason === 'taken').length).toBeLessThanOrEqual(50);
    expect(known.slice(20).some((reason) => reason !== 'taken')).toBe(true);
    expect(await reasonsOf('9600199998')).toEqual(known);
    await workedOff();
    expect(codesTo(contactNumber)).toHaveLength(2);
  });

  it('finds no number and no code in jobs and logs', async () => {
    const { contactNumber } = await newUser();
    await forget(await server.newClient(), contactNumber);
    const code = await codeTo(contactNumber, 2);
    await forget(await server.newClient(), '9600177777');
    await workedOff();
    const { db } = server.instance.foundation;
    const jobs = await sql<{ data: string }>`
      SELECT data::text AS data FROM pgboss.job
      WHERE name IN ('start-password-reset', 'send-activation-code')`.execute(db);
    expect(jobs.rows.length).toBeGreaterThan(0);
    const kept = JSON.stringify([jobs.rows, server.logLines]);
    for (const hidden of [code, '9600177777']) expect(kept).not.toContain(hidden);
  });
});
