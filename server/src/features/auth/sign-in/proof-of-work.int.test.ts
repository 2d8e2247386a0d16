import { randomBytes } from 'node:crypto';
import {
  basePath,
  endpoints,
  type ProofOfWork,
  type WorkOrder,
  workOrderSchema,
} from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/errors/app-error.ts';
import { doWork } from '../../../testing/do-work.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { createSignInRateLimit } from './sign-in-rate-limit.adapter.ts';
import type { SignInAttempt } from './sign-in-rate-limit.rules.ts';

const isSoak = process.env['SOAK'] === 'on';
let server: TestServer;
let other: TestServer;
const environment = { TRUST_PROXY: '127.0.0.1' };
beforeAll(async () => {
  server = await startTestServer({ environment });
  other = await startTestServer({ environment, beside: server });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const answerSchema = z.object({
  error: z.optional(
    z.object({
      code: z.string(),
      details: z.optional(
        z.object({ reason: z.optional(z.string()), work: z.optional(workOrderSchema) }),
      ),
    }),
  ),
});

interface Try {
  readonly contactNumber: string;
  readonly password?: string;
  readonly from: string;
  readonly proofOfWork?: ProofOfWork;
}

/** Signs in as if a proxy had passed it on from an address. */
async function signIn(client: TestClient, { from, password = 'a guess', ...rest }: Try) {
  const url = `${server.origin}${basePath}${endpoints.auth.login.path}`;
  const ask = async () =>
    fetch(url, {
      method: 'POST',
      headers: {
        ...(await client.headersFor('POST', url)),
        'content-type': 'application/json',
        'x-forwarded-for': from,
      },
      body: JSON.stringify({ ...rest, password }),
    });
  let answer = await ask();
  client.noteNonce({ header: (name) => answer.headers.get(name) });
  let { error } = z.parse(answerSchema, await answer.json());
  if (error?.details?.reason === 'nonce_required') {
    answer = await ask();
    ({ error } = z.parse(answerSchema, await answer.json()));
  }
  return { status: answer.status, reason: error?.details?.reason, work: error?.details?.work };
}

/** Uses up what new devices of all networks have together at one account. */
async function useUp(contactNumber: string) {
  const guessers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => server.newClient()));
  // The first call of each gets its nonce.
  const outcomes = [];
  for (let i = 0; i < 10; i += 1) {
    const round = guessers.map((guesser, at) =>
      signIn(guesser, { contactNumber, from: `192.0.2.${1 + (at % 3)}` }),
    );
    outcomes.push(...(await Promise.all(round)));
  }
  return outcomes;
}

const statusesOf = (outcomes: readonly { readonly status: number }[], status: number) =>
  outcomes.filter((outcome) => outcome.status === status).length;

describe('an account whose sign-ins three networks used up', () => {
  it('admits its owner on a new device that does the work, once for each piece of work', async () => {
    const learner = await server.newUser('ADMIN');
    const { contactNumber } = learner;
    const owner = await server.newClient();
    const right = { contactNumber, password: testPassword, from: '198.51.100.7' };
    await useUp(contactNumber);

    const refused = await signIn(owner, right);
    expect(refused).toMatchObject({ status: 429, reason: 'proof_of_work_required' });
    const proofOfWork = doWork(refused.work!);
    const attacker = await server.newClient();
    expect(await signIn(attacker, { ...right, proofOfWork })).toMatchObject({ status: 429 });
    expect(await signIn(owner, { ...right, password: 'a slip', proofOfWork })).toMatchObject({
      status: 401,
    });
    const again = await signIn(owner, { ...right, proofOfWork });
    expect(again).toMatchObject({ status: 429, reason: 'proof_of_work_required' });
    const second = doWork(again.work!);
    expect(await signIn(owner, { ...right, proofOfWork: second })).toMatchObject({ status: 200 });
  });

  it('answers the same for a number without an account', async () => {
    const { contactNumber } = await server.newUser();
    const unknownNumber = '+919811199999';
    const known = await useUp(contactNumber);
    const unknown = await useUp(unknownNumber);
    expect(statusesOf(unknown, 401)).toBe(50);
    expect(statusesOf(known, 401)).toBe(50);
    const asked = await Promise.all(
      [contactNumber, unknownNumber].map(async (number) => {
        const { work, ...rest } = await signIn(await server.newClient(), {
          contactNumber: number,
          from: '198.51.100.8',
        });
        return { ...rest, bits: work?.bits, parts: work?.parts };
      }),
    );
    expect(asked[0]).toEqual(asked[1]);
    expect(asked[0]?.reason).toBe('proof_of_work_required');
  });
});

const now = new Date('2031-01-01T10:00:00Z');

function limitsOf(place = server, key = randomBytes(32)) {
  const clock = { at: now, now: () => clock.at };
  const { pool } = place.instance.foundation;
  const limits = createSignInRateLimit({ pool, key, clock, perAddress: 100_000 });
  return { limits, clock, key };
}

const knocking = (account: string, i: number) => ({
  account,
  address: `203.0.${i >> 8}.${i & 255}`,
  deviceId: `key ${i}`,
  isKnownDevice: false,
});

/** The order that a refusal holds; null when the try was let through, and `refused` without one. */
async function orderIn(counted: Promise<void>): Promise<WorkOrder | 'refused' | null> {
  try {
    await counted;
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return z.safeParse(workOrderSchema, error.details?.['work']).data ?? 'refused';
  }
}

async function ordered(counted: Promise<void>): Promise<WorkOrder> {
  const order = await orderIn(counted);
  if (order === null || order === 'refused') throw new Error('no work was ordered');
  return order;
}

describe('work', () => {
  it('serves once in all processes together', async () => {
    const { limits, key } = limitsOf();
    const { limits: elsewhere } = limitsOf(other, key);
    const account = '+919800500000';
    for (let i = 0; i < 50; i += 1) await limits.countPassword(knocking(account, i));
    const owner = knocking(account, 900);
    const proof = doWork(await ordered(limits.countPassword(owner)));
    const both = await Promise.all([
      orderIn(limits.countPassword(owner, proof)),
      orderIn(elsewhere.countPassword(owner, proof)),
    ]);
    expect(both.filter((order) => order === null)).toHaveLength(1);
    expect(await orderIn(elsewhere.countPassword(owner, proof))).not.toBeNull();
  });

  it('that is too late, forged, or of another device or account is answered with an order', async () => {
    const { limits, clock } = limitsOf();
    const [account, another] = ['+919800500001', '+919800500002'] as const;
    for (const number of [account, another]) {
      for (let i = 0; i < 50; i += 1) await limits.countPassword(knocking(number, i));
    }
    const owner = knocking(account, 901);
    const order = await ordered(limits.countPassword(owner));
    const proof = doWork(order);
    await ordered(limits.countPassword({ ...owner, deviceId: 'another' }, proof));
    await ordered(limits.countPassword({ ...owner, account: another }, proof));
    await ordered(limits.countPassword(owner, doWork({ ...order, bits: 1 })));
    await ordered(
      limits.countPassword(owner, { ...proof, challenge: `${proof.challenge.slice(0, -2)}AA` }),
    );
    clock.at = new Date(now.getTime() + 181_000);
    await ordered(limits.countPassword(owner, proof));
    clock.at = now;
    expect(await orderIn(limits.countPassword(owner, proof))).toBeNull();
  });

  it('costs more with each try, and a site has three in a quarter of an hour', async () => {
    const { limits } = limitsOf();
    const account = '+919800500003';
    for (let i = 0; i < 50; i += 1) await limits.countPassword(knocking(account, i));
    const prices = [];
    for (let i = 100; i < 112; i += 1) {
      const order = await ordered(limits.countPassword(knocking(account, i)));
      prices.push(order.bits);
      await limits.countPassword(knocking(account, i), doWork(order));
    }
    expect(prices).toEqual([...Array(10).fill(13), 14, 14]);

    const from = (i: number) => ({ ...knocking(account, i), address: `2001:db8:1:${i}::1` });
    for (let i = 200; i < 203; i += 1) {
      await limits.countPassword(from(i), doWork(await ordered(limits.countPassword(from(i)))));
    }
    const fourth = doWork(await ordered(limits.countPassword(from(203))));
    expect(await orderIn(limits.countPassword(from(203), fourth))).toBe('refused');
  });

  // Half a minute of hashing on a slow machine.
  if (isSoak)
    it('done in advance at a low price is accepted only while it is worth enough', async () => {
      const { limits } = limitsOf();
      const account = '+919800500005';
      for (let i = 0; i < 50; i += 1) await limits.countPassword(knocking(account, i));
      const stock: { attempt: SignInAttempt; proof: ProofOfWork }[] = [];
      for (let i = 100; i < 132; i += 1) {
        const attempt = knocking(account, i);
        stock.push({ attempt, proof: doWork(await ordered(limits.countPassword(attempt))) });
      }
      const show = (some: typeof stock) =>
        Promise.all(
          some.map(({ attempt, proof }) => orderIn(limits.countPassword(attempt, proof))),
        );
      const atOnce = await show(stock.slice(1));
      expect(atOnce.filter((order) => order === null)).toHaveLength(30);
      // 15 bits are asked now, and 13 are no longer enough.
      expect(await show(stock.slice(0, 1))).toMatchObject([{ bits: 15 }]);
    });

  it('is asked of no device in use', async () => {
    const { limits } = limitsOf();
    const account = '+919800500004';
    for (let i = 0; i < 50; i += 1) await limits.countPassword(knocking(account, i));
    const inUse = { ...knocking(account, 300), isKnownDevice: true };
    expect(await orderIn(limits.countPassword(inUse))).toBeNull();
  });
});
