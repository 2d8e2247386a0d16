import { ApiError, endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addSeconds, systemClock } from '../../../platform/clock/clock.ts';
import { startSmsGateway } from '../../../testing/sms-gateway.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { putActivationCode } from './activation.repository.ts';
import { makeActivationCode } from './activation.rules.ts';
import { sealMessage, sendActivationCode } from './tasks/send-activation-code.task.ts';

const { users } = endpoints;
const secret = 'Bearer s3cr3t-of-the-gateway';

let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
let server: TestServer;
let root: TestClient;
let lastNumber = 9_700_000_000;
beforeAll(async () => {
  gateway = await startSmsGateway();
  server = await startTestServer({
    worker: true,
    environment: {
      SMS_GATEWAY_URL: gateway.url,
      SMS_GATEWAY_BODY: '{"to":"{number}","code":"{code}","name":"{name}"}',
      SMS_GATEWAY_AUTHORIZATION: secret,
    },
  });
  root = await server.superAdmin();
});
afterAll(async () => {
  await server.stop();
  await gateway.stop();
});

/** Creates a learner, whose number no other test has. */
function create(name = 'Asha Kumari') {
  lastNumber += 1;
  return root.call(users.create, { body: { name, contactNumber: `${lastNumber}` } });
}

/** Waits for the given number of messages to this phone number. */
async function messagesTo(number: string, count: number): Promise<{ code: string }[]> {
  const messages = () =>
    gateway.received.map(({ body }) => JSON.parse(body)).filter(({ to }) => to === number);
  await vi.waitFor(() => expect(messages()).toHaveLength(count), { timeout: 20_000 });
  return messages();
}

async function verify(contactNumber: string, code = '') {
  const client = await server.newClient();
  return client.call(endpoints.auth.verify, { body: { contactNumber, code } });
}

describe('with a gateway, an activation code', () => {
  it('reaches the user by SMS, and no one else', async () => {
    const { user, activation } = await create('Asha "A" Kumari');
    expect(activation).toEqual({
      delivery: 'sms',
      code: null,
      expiresAt: expect.any(String),
    });
    const [message] = await messagesTo(user.contactNumber, 1);
    expect(message).toMatchObject({ name: 'Asha "A" Kumari' });
    expect(gateway.received.at(-1)).toMatchObject({ authorization: secret });
    await verify(user.contactNumber, message?.code);

    const { db } = server.instance.foundation;
    const jobs = await sql<{ data: string }>`
      SELECT data::text AS data FROM pgboss.job WHERE name = 'send-activation-code'`.execute(db);
    const kept = JSON.stringify([jobs.rows, server.logLines]);
    expect(kept).toContain(user.id);
    for (const hidden of [message?.code ?? '', secret]) expect(kept).not.toContain(hidden);
  });

  it('made by a reset voids the one before', async () => {
    const { user } = await create();
    await messagesTo(user.contactNumber, 1);
    const { activation } = await root.call(users.resetPassword, { params: { id: user.id } });
    expect(activation).toMatchObject({ delivery: 'sms', code: null });
    const [first, second] = await messagesTo(user.contactNumber, 2);
    await expect(verify(user.contactNumber, first?.code)).rejects.toBeInstanceOf(ApiError);
    await verify(user.contactNumber, second?.code);
  });

  it('holds no request of an administrator where the gateway is slow', async () => {
    const release = Promise.withResolvers<void>();
    let isAnswered = false;
    gateway.answerNext(async (response) => {
      await release.promise;
      isAnswered = true;
      response.end();
    });
    const { user } = await create();
    await messagesTo(user.contactNumber, 1);
    await root.call(users.get, { params: { id: user.id } });
    expect(isAnswered).toBe(false);
    release.resolve();
  });

  it('is sent again when the gateway failed', async () => {
    gateway.answerNext((response) => void response.writeHead(500).end());
    const { user } = await create();
    const [first, second] = await messagesTo(user.contactNumber, 2);
    expect(second).toEqual(first);
    const failed = server.logLines.filter((line) => line.includes('was not sent'));
    expect(failed.join()).toContain('status 500');
    expect(failed.join()).not.toContain(first?.code);
  });
});

describe('a job', () => {
  /** Runs a job with a code that is stored for a user; counts what it delivers. */
  async function run(change: { lateSeconds?: number; isReplaced?: boolean; isDeleted?: boolean }) {
    const { db, masterKey, log } = server.instance.foundation;
    const { user } = await create();
    await messagesTo(user.contactNumber, 1);
    const { code, codeHash } = makeActivationCode();
    const expiresAt = addSeconds(systemClock.now(), 60);
    await putActivationCode(db, { userId: user.id, codeHash, expiresAt });
    if (change.isReplaced) {
      const { codeHash: newer } = makeActivationCode();
      await putActivationCode(db, { userId: user.id, codeHash: newer, expiresAt });
    }
    if (change.isDeleted) await root.call(users.remove, { params: { id: user.id } });
    const delivered: unknown[] = [];
    const deps = {
      db,
      masterKey,
      log,
      clock: { now: () => addSeconds(systemClock.now(), change.lateSeconds ?? 0) },
      deliveries: {
        email: undefined,
        sms: {
          async deliver(message: unknown) {
            delivered.push(message);
            return 'sent' as const;
          },
        },
      },
    };
    const data = sealMessage(masterKey, { userId: user.id, delivery: 'sms', code });
    await sendActivationCode(deps, { data, signal: new AbortController().signal, attempt: 1 });
    const { name, contactNumber, email } = user;
    return { delivered, expected: { name, contactNumber, email, code, expiresAt } };
  }

  it('delivers a code that is good', async () => {
    const { delivered, expected } = await run({});
    expect(delivered).toEqual([expected]);
  });

  it.each([{ lateSeconds: 61 }, { isReplaced: true }, { isDeleted: true }])(
    'drops a code that is void: %j',
    async (change) => {
      expect((await run(change)).delivered).toEqual([]);
    },
  );
});

// The last, because it ends the session of the others' administrator.
describe('the first administrator', () => {
  it('gets the code at the console, also with a gateway', async () => {
    const superAdminPhone = '+919999900000';
    const again = await server.instance.composition.users.ensureFirstAdmin(superAdminPhone, true);
    await verify(superAdminPhone, again?.oneTimePassword);
  });
});
