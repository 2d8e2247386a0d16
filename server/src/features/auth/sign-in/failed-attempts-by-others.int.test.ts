import { type ApiError, endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock/clock.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { recordGuessing } from './failed-attempts-by-others.usecases.ts';
import { createSignInRateLimit } from './sign-in-rate-limit.adapter.ts';

const { account, auth } = endpoints;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function guess(client: TestClient, contactNumber: string, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    await client.signIn(contactNumber, 'a guess').catch((error: ApiError) => error);
  }
}

const signIn = (client: TestClient, contactNumber: string) =>
  client.call(auth.login, { body: { contactNumber, password: testPassword } });

describe('the owner of an account', () => {
  it('reads at the next sign-in how often others tried, once', async () => {
    const learner = await server.newUser();
    const { contactNumber } = learner;
    await guess(await server.newClient(), contactNumber, 6);
    await guess(await server.newClient(), contactNumber, 5);
    const before = new Date();
    const { failedAttemptsByOthers } = await signIn(learner, contactNumber);
    expect(failedAttemptsByOthers).toMatchObject({ count: 11, isMore: false });
    expect(new Date(failedAttemptsByOthers?.since ?? 0).getTime()).toBeLessThan(before.getTime());
    expect((await signIn(learner, contactNumber)).failedAttemptsByOthers).toBeUndefined();
    const standing = await learner.call(account.credentials, {});
    expect(standing.failedAttemptsByOthers).toMatchObject({ count: 11 });
  });

  it('is not warned of a few attempts, nor of the owner’s own wrong passwords', async () => {
    const admin = await server.newUser('ADMIN');
    const { contactNumber } = admin;
    await guess(admin, contactNumber, 6);
    const laptop = await server.newClient();
    await guess(laptop, contactNumber, 6);
    await guess(await server.newClient(), contactNumber, 9);
    // Theirs, as it turns out.
    expect((await signIn(laptop, contactNumber)).failedAttemptsByOthers).toBeUndefined();
    expect((await admin.call(account.credentials, {})).failedAttemptsByOthers).toBeNull();
  });

  it('is shown no other account, and a limited number', async () => {
    const { db } = server.instance.foundation;
    const [learner, other] = [await server.newUser(), await server.newUser()];
    await sql`
      INSERT INTO login_history (id, user_id, at, kind, device_id)
      SELECT gen_random_uuid(), ${learner.userId}::uuid, now(), 'sign-in-refused', 'unknown'
      FROM generate_series(1, 1500)`.execute(db);
    const { failedAttemptsByOthers } = await signIn(learner, learner.contactNumber);
    expect(failedAttemptsByOthers).toMatchObject({ count: 1000, isMore: true });
    expect((await signIn(other, other.contactNumber)).failedAttemptsByOthers).toBeUndefined();
  });
});

it('used-up attempts at an account are recorded once in events and history, for administrators too', async () => {
  const { db, pool } = server.instance.foundation;
  const { users, secrets } = server.instance.composition;
  const learner = await server.newUser();
  const onUsedUp = (account: string) => recordGuessing({ db, clock: systemClock, users }, account);
  const key = secrets.refreshKey;
  const limits = createSignInRateLimit({
    pool,
    clock: systemClock,
    key,
    perAddress: 9999,
    onUsedUp,
  });
  const [known, unknown] = [learner.contactNumber, '+919811188888'];
  for (const number of [known, unknown]) {
    for (let i = 0; i < 55; i += 1) {
      const from = { address: `198.51.100.${i}`, deviceId: `key ${i}`, isKnownDevice: false };
      await limits.countPassword({ ...from, account: number }).catch(() => undefined);
    }
  }
  const root = await server.superAdmin();
  const { items } = await root.call(account.loginHistoryOf, { params: { id: learner.userId } });
  expect(items.filter(({ kind }) => kind === 'guessing-noticed')).toHaveLength(1);
  const events = await db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'account.guessed')
    .execute();
  expect(events.map(({ data }) => data)).toEqual([{ userId: learner.userId }, { userId: null }]);
});
