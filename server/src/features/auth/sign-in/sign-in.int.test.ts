import { randomBytes, randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { ApiError } from '@prahari/contract';
import { endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trx } from '../../../platform/db/database.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import {
  startTestServer,
  type TestServer,
  testHashing,
  testPassword,
} from '../../../testing/start-test-server.ts';
import { waitUntilBlocked } from '../../../testing/wait-until-blocked.ts';
import { verifyActivation } from '../password/activation.usecases.ts';
import { createPasswordHasher } from '../password/password-hash.adapter.ts';
import { needsRehash, readHashParameters } from '../password/password-hash.rules.ts';
import { createTokens } from '../sessions/tokens.adapter.ts';
import { signIn } from './sign-in.usecases.ts';
import { createSignInRateLimit } from './sign-in-rate-limit.adapter.ts';

/** As test servers hash. */
const parameters = readHashParameters(testHashing);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Sign-in and activation as they are put together, with a count of what they make others do. */
function counted() {
  const { db, pool, clock, log } = server.instance.foundation;
  const { users, systemConfig, auth, secrets } = server.instance.composition;
  const key = secrets.refreshKey;
  const tokens = createTokens({ ...secrets, clock });
  const plain = createPasswordHasher(parameters);
  const work = { hashes: 0, statements: 0 };
  const hasher: typeof plain = {
    ...plain,
    verifyPassword(stored, password, isKnownDevice) {
      work.hashes += 1;
      return plain.verifyPassword(stored, password, isKnownDevice);
    },
  };
  const deps = {
    db,
    clock,
    log,
    users,
    systemConfig,
    tokens,
    hasher,
    revocations: auth.revocations,
    settings: { sessionDays: 30 },
    signInRateLimit: createSignInRateLimit({ pool, clock, key, perAddress: 100_000 }),
  };
  const client = {
    deviceId: 'a new key',
    kind: 'desktop' as const,
    step: null,
    userAgent: '',
    machine: '',
    address: '192.0.2.1',
  };
  /** Each statement outside a transaction takes one connection out of the pool. */
  const countStatement = () => {
    work.statements += 1;
  };
  async function workOf(call: () => Promise<unknown>) {
    Object.assign(work, { hashes: 0, statements: 0 });
    pool.connections.on('acquire', countStatement);
    const outcome = await call().catch((error: ApiError) => error.message);
    pool.connections.off('acquire', countStatement);
    return { ...work, outcome };
  }
  const claim = (contactNumber: string) => ({ countryCode: '+91', contactNumber });
  const signInTo = (number: string, resetDevice: boolean) => {
    const given = { ...claim(number), password: 'not it, surely', resetDevice };
    return workOf(() => signIn(deps, given, client));
  };
  return {
    signIn: (number: string) => signInTo(number, false),
    resetDevice: (number: string) => signInTo(number, true),
    verify: (number: string) =>
      workOf(() => verifyActivation(deps, { ...claim(number), code: 'AAAA-BBBB' }, client)),
  };
}

async function invited(contactNumber: string): Promise<string> {
  const admin = await server.superAdmin();
  const body = { name: 'Ravi', contactNumber };
  return (await admin.call(endpoints.users.create, { body })).user.contactNumber;
}

async function storedHash(userId: string): Promise<string> {
  const { users } = server.instance.composition;
  return (await users.findUserById(userId))?.password_hash ?? '';
}

const setHash = (userId: string, passwordHash: string) =>
  server.instance.foundation.db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute();

describe('the existence of an account', () => {
  it.each(['signIn', 'resetDevice', 'verify'] as const)(
    'can’t be inferred from the work of %s',
    async (call) => {
      const blocked = await server.newUser();
      await server.instance.foundation.db
        .updateTable('users')
        .set({ status: 'blocked' })
        .where('id', '=', blocked.userId)
        .execute();
      const active = await server.newUser();
      const unfinished = await invited(
        { signIn: '9812200001', resetDevice: '9812200002', verify: '9812200003' }[call],
      );
      const ask = counted()[call];
      const unknown = await ask('9812299999');
      expect(unknown).toMatchObject({ hashes: 1 });
      expect(unknown.statements).toBeGreaterThan(5);
      for (const number of [active.contactNumber, blocked.contactNumber, unfinished]) {
        expect(await ask(number)).toEqual(unknown);
      }
    },
  );
});

describe('a password hashed with older parameters', () => {
  const weak = { memoryCost: 8192, timeCost: 1, parallelism: 1 };

  it('is hashed again at sign-in, and stays the same password', async () => {
    const user = await server.newUser();
    const { userId, contactNumber } = user;
    await setHash(userId, await hash(testPassword, weak));
    expect(needsRehash(await storedHash(userId), parameters)).toBe(true);
    await user.signIn(contactNumber, 'not the password').catch(() => undefined);
    expect(needsRehash(await storedHash(userId), parameters)).toBe(true);
    await user.signIn(contactNumber, testPassword);
    const renewed = await storedHash(userId);
    expect(needsRehash(renewed, parameters)).toBe(false);
    await user.signIn(contactNumber, testPassword);
    expect(await storedHash(userId)).toBe(renewed);
  });

  it('signs in even where the new hash can’t be written', async () => {
    const user = await server.newUser();
    const old = await hash(testPassword, weak);
    await setHash(user.userId, old);
    const { pool } = server.instance.foundation;
    await pool.query(
      `ALTER TABLE users ADD CONSTRAINT kept CHECK (id <> '${user.userId}' OR password_hash LIKE '%m=8192%')`,
    );
    await user.signIn(user.contactNumber, testPassword);
    expect(await storedHash(user.userId)).toBe(old);
    expect(server.logLines.join('')).toContain('a password could not be hashed again');
  });
});

describe('an account that is changed while its password is checked', () => {
  const reset = (trx: Trx, userId: string) =>
    trx.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute();
  const addPasskey = async (trx: Trx, userId: string) => {
    await sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(trx);
    await trx
      .insertInto('passkeys')
      .values({
        id: randomUUID(),
        user_id: userId,
        credential_id: randomBytes(16),
        public_key: randomBytes(16),
        sign_count: 0,
        transports: [],
        is_synced: false,
        name: 'key',
        created_at: new Date(),
      })
      .execute();
  };

  it.each([
    ['reset', reset],
    ['given a second factor', addPasskey],
  ])('opens no session: %s', async (_, change) => {
    const user = await server.newUser();
    const { db } = server.instance.foundation;
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const changed = db.transaction().execute(async (trx) => {
      await change(trx, user.userId);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    // Its password is read as it was, and found right, before it waits for the account.
    const signIn = user.signIn(user.contactNumber, testPassword).catch((e: ApiError) => e.reason);
    await waitUntilBlocked(server);
    held.resolve();
    await changed;
    expect(await signIn).toBe('invalid_credentials');
  });
});

it.each(['1234', '+91 98765', '+1 55', '98765432109876543'])(
  "says that %s can't be a phone number, at sign-in and at activation",
  async (contactNumber) => {
    const client = await server.newClient();
    const signIn = await catchRefusal(client.signIn(contactNumber, 'some password'));
    const body = { contactNumber, code: 'ABCD-EFGH' };
    const verify = await catchRefusal(client.call(endpoints.auth.verify, { body }));
    for (const error of [signIn, verify]) {
      expect(error).toMatchObject({ status: 400, code: 'INVALID_FORMAT' });
      expect(error.reason).toBe('phone_invalid');
    }
  },
);
