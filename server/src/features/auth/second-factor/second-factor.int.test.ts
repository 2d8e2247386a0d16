import { type ApiError, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeTotp, enrolSecondFactor } from '../../../testing/second-factor.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { account, auth, users } = endpoints;
let server: TestServer;
let offsetMs = 0;
const clock = { now: () => new Date(Date.now() + offsetMs) };
const later = (seconds: number) => {
  offsetMs += seconds * 1000;
};
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    ({ status, code, reason, details }: ApiError) => ({ status, code, reason, details }),
  );

async function newEnrolled() {
  const admin = await server.newUser('ADMIN');
  const factor = await enrolSecondFactor(admin, clock.now());
  // The code that confirmed it is used.
  later(30);
  return { admin, ...factor, code: () => computeTotp(factor.secret, clock.now()) };
}

/** The first step of a sign-in, which returns the token of the second. */
async function passwordStep(client: TestClient, contactNumber: string): Promise<string> {
  const refused = await failure(client.signIn(contactNumber, testPassword));
  expect(refused).toMatchObject({ status: 403, reason: 'second_factor_required' });
  return String(refused?.details['secondFactorToken']);
}

async function codeStep(client: TestClient, secondFactorToken: string, code: string) {
  const data = await client.call(account.secondFactor, { body: { secondFactorToken, code } });
  client.accessToken = data.accessToken;
  return data;
}

async function signInWith(client: TestClient, contactNumber: string, code: string) {
  return codeStep(client, await passwordStep(client, contactNumber), code);
}

const wrong = { status: 403, reason: 'second_factor_wrong' };

describe('a sign-in with a second factor', () => {
  it('opens one session by a token of the second step, however many codes are right', async () => {
    const { admin, code, recoveryCodes } = await newEnrolled();
    const client = await server.newClient();
    const token = await passwordStep(client, admin.contactNumber);
    const tries = [code(), ...recoveryCodes.slice(0, 2)].map((right) =>
      failure(codeStep(client, token, right)),
    );
    const refused = (await Promise.all(tries)).filter((one) => one !== undefined);
    expect(refused).toEqual([1, 2].map(() => expect.objectContaining({ code: 'TOKEN_INVALID' })));
    const { items } = await client.call(auth.sessions, {});
    expect(items).toHaveLength(2);
  });

  it('opens no session before the code, and a full one after it', async () => {
    const { admin, code } = await newEnrolled();
    const client = await server.newClient();
    const token = await passwordStep(client, admin.contactNumber);
    expect(client.accessToken).toBeUndefined();
    client.accessToken = token;
    expect(await failure(client.call(auth.validate, {}))).toMatchObject({ code: 'TOKEN_INVALID' });
    const data = await codeStep(client, token, code());
    expect(data).toMatchObject({ userType: 'ADMIN', mustEnrolSecondFactor: false });
    expect(data.refreshToken).toBeTypeOf('string');
    await client.call(users.list, {});
  });

  it('refuses wrong and used codes', async () => {
    const { admin, code, secret } = await newEnrolled();
    const client = await server.newClient();
    const token = await passwordStep(client, admin.contactNumber);
    const used = code();
    const other = used === '000000' ? '000001' : '000000';
    const refusal = await failure(codeStep(client, token, other));
    expect(refusal).toMatchObject(wrong);
    await codeStep(client, token, used);
    expect(await failure(codeStep(client, token, used))).toEqual(refusal);
    // A step back was good a moment ago, but an older code than one that was used is none.
    const before = computeTotp(secret, new Date(clock.now().getTime() - 30_000));
    expect(await failure(codeStep(client, token, before))).toEqual(refusal);
    later(30);
    await signInWith(client, admin.contactNumber, code());
  });

  it('accepts one of two simultaneous uses of a code', async () => {
    const { admin, code, recoveryCodes } = await newEnrolled();
    const clients = await Promise.all([1, 2, 3, 4].map(() => server.newClient()));
    for (const typed of [code(), recoveryCodes[0] ?? '']) {
      const tokens: string[] = [];
      for (const client of clients) tokens.push(await passwordStep(client, admin.contactNumber));
      const outcomes = await Promise.all(
        clients.map((client, i) => failure(codeStep(client, tokens[i] ?? '', typed))),
      );
      expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
      const refused = outcomes.filter((outcome) => outcome !== undefined);
      expect(refused.every(({ reason }) => reason === wrong.reason)).toBe(true);
    }
  });

  it('accepts each recovery code once, however it is typed', async () => {
    const { admin, recoveryCodes } = await newEnrolled();
    const client = await server.newClient();
    const [first = '', second = ''] = recoveryCodes;
    await signInWith(client, admin.contactNumber, first.toLowerCase().replaceAll('-', ' '));
    const { recoveryCodesLeft } = await client.call(account.credentials, {});
    expect(recoveryCodesLeft).toBe(9);
    expect(await failure(signInWith(client, admin.contactNumber, first))).toMatchObject(wrong);
    await signInWith(client, admin.contactNumber, second);
  });

  it('accepts the token on its own device, in time, and until the password changes', async () => {
    const { admin, code } = await newEnrolled();
    const client = await server.newClient();
    const token = await passwordStep(client, admin.contactNumber);
    const thief = await server.newClient();
    const stolen = await failure(codeStep(thief, token, code()));
    expect(stolen).toMatchObject({ code: 'TOKEN_INVALID' });
    later(301);
    expect(await failure(codeStep(client, token, code()))).toMatchObject({ code: 'TOKEN_EXPIRED' });
    later(-301);

    const fresh = await passwordStep(client, admin.contactNumber);
    const passwords = { currentPassword: testPassword, newPassword: 'quite another sentence' };
    await admin.call(account.changePassword, { body: passwords });
    const changed = await failure(codeStep(client, fresh, code()));
    expect(changed).toMatchObject({ reason: 'invalid_credentials' });
  });

  it('stops guesses, and still accepts the device in use and recovery codes', async () => {
    const { admin, code, recoveryCodes } = await newEnrolled();
    const { contactNumber } = admin;
    await signInWith(admin, contactNumber, code());
    const guesser = await server.newClient();
    const token = await passwordStep(guesser, contactNumber);
    const wrong = code() === '000000' ? '000001' : '000000';
    const outcomes = [];
    for (let i = 0; i < 22; i += 1) {
      outcomes.push((await failure(codeStep(guesser, token, wrong)))?.status);
    }
    expect(outcomes).toEqual([...Array(20).fill(403), 429, 429]);
    // Nor does the password, right as it is, reset the count.
    const again = await passwordStep(guesser, contactNumber);
    expect((await failure(codeStep(guesser, again, code())))?.status).toBe(429);
    // Too long to be guessed, it can't be used up by a client that has the password.
    await signInWith(await server.newClient(), contactNumber, recoveryCodes[0] ?? '');
    later(30);
    await signInWith(admin, contactNumber, code());
  });
});

describe('an enrolment', () => {
  it('requires the password, then a code of the secret, in time', async () => {
    const admin = await server.newUser('ADMIN');
    const start = (password: string) =>
      admin.call(account.startSecondFactor, { body: { password } });
    const confirm = (code: string) => admin.call(account.confirmSecondFactor, { body: { code } });
    expect(await failure(start('not the password'))).toMatchObject({ reason: 'wrong_password' });
    const none = { status: 400, reason: 'second_factor_not_enrolled' };
    expect(await failure(confirm('123456'))).toMatchObject(none);
    const replaced = await start(testPassword);
    const { secret } = await start(testPassword);
    expect(secret).not.toBe(replaced.secret);
    const oldCode = computeTotp(replaced.secret, clock.now());
    expect(await failure(confirm(oldCode))).toMatchObject(wrong);
    later(901);
    // Nothing of it counts before it is confirmed.
    await admin.signIn(admin.contactNumber, testPassword);
    expect(await failure(confirm(computeTotp(secret, clock.now())))).toMatchObject(none);
    later(-901);
    const { recoveryCodes } = await enrolSecondFactor(admin, clock.now());
    expect(new Set(recoveryCodes).size).toBe(10);
    const taken = { status: 409, reason: 'second_factor_enrolled' };
    expect(await failure(start(testPassword))).toMatchObject(taken);
    expect(await failure(confirm('123456'))).toMatchObject(taken);
  });

  it('keeps no secret and no code in the clear', async () => {
    const { secret, recoveryCodes, admin } = await newEnrolled();
    const { db } = server.instance.foundation;
    const row = await db.selectFrom('second_factors').selectAll().execute();
    const codes = await db.selectFrom('recovery_codes').selectAll().execute();
    const events = await db.selectFrom('events').select('data').execute();
    const kept = JSON.stringify([row, codes, events, server.logLines]);
    const rawSecret = [...row, ...codes].map((r) => JSON.stringify(r)).join('');
    expect(row.some(({ user_id }) => user_id === admin.userId)).toBe(true);
    for (const text of [secret, ...recoveryCodes]) {
      expect(kept).not.toContain(text);
      expect(rawSecret).not.toContain(JSON.stringify([...Buffer.from(text)]).slice(1, -1));
    }
  });

  it('ends the other sessions, and no learner has one', async () => {
    const admin = await server.newUser('ADMIN');
    const elsewhere = await server.newClient();
    await elsewhere.signIn(admin.contactNumber, testPassword);
    await enrolSecondFactor(admin, clock.now());
    const ended = await failure(elsewhere.call(auth.validate, {}));
    expect(ended).toMatchObject({ reason: 'session_ended' });
    await admin.call(auth.validate, {});
    const learner = await server.newUser();
    const body = { password: testPassword };
    expect((await failure(learner.call(account.startSecondFactor, { body })))?.status).toBe(403);
    expect((await learner.call(account.credentials, {})).secondFactor).toBeNull();
  });

  it('is removed with password and code, unless the password is too short without it', async () => {
    const { admin, code, recoveryCodes } = await newEnrolled();
    const disable = (password: string, typed: string) =>
      admin.call(account.disableSecondFactor, { body: { password, code: typed } });
    expect((await admin.call(account.credentials, {})).passwordMinLength).toBe(8);
    const short = 'mango 42';
    await admin.call(account.changePassword, {
      body: { currentPassword: testPassword, newPassword: short },
    });
    expect(await failure(disable(short, code()))).toMatchObject({ reason: 'password_too_short' });
    await admin.call(account.changePassword, {
      body: { currentPassword: short, newPassword: testPassword },
    });
    expect(await failure(disable(testPassword, 'AAAA-BBBB-CCCC'))).toMatchObject(wrong);
    expect(await failure(disable('not it', code()))).toMatchObject({ reason: 'wrong_password' });
    await disable(testPassword, recoveryCodes[3] ?? '');
    expect(await failure(disable(testPassword, code()))).toMatchObject({
      reason: 'second_factor_not_enrolled',
    });
    await admin.signIn(admin.contactNumber, testPassword);
    expect((await admin.call(account.credentials, {})).passwordMinLength).toBe(15);
  });

  it('gets new recovery codes, and the old ones are void', async () => {
    const { admin, code, recoveryCodes } = await newEnrolled();
    const body = { password: testPassword, code: code() };
    const renewed = (await admin.call(account.renewRecoveryCodes, { body })).recoveryCodes;
    const client = await server.newClient();
    const old = failure(signInWith(client, admin.contactNumber, recoveryCodes[0] ?? ''));
    expect(await old).toMatchObject(wrong);
    await signInWith(client, admin.contactNumber, renewed[0] ?? '');
  });
});

describe('a second factor that its owner lost', () => {
  it('is cleared by a super administrator, with an entry in the audit log', async () => {
    const { admin } = await newEnrolled();
    const root = await server.superAdmin();
    const params = { id: admin.userId };
    expect(await root.call(users.get, { params })).toMatchObject({ hasSecondFactor: true });
    await root.call(account.clearSecondFactor, { params });
    expect(await root.call(users.get, { params })).toMatchObject({ hasSecondFactor: false });
    expect((await failure(admin.call(auth.validate, {})))?.reason).toBe('session_ended');
    await admin.signIn(admin.contactNumber, testPassword);
    const { items } = await root.call(users.auditLog, { query: { subjectId: admin.userId } });
    expect(items[0]).toMatchObject({
      action: 'user.clear-second-factor',
      before: { hasSecondFactor: true },
      after: { hasSecondFactor: false },
    });
    const again = await failure(root.call(account.clearSecondFactor, { params }));
    expect(again).toMatchObject({ reason: 'second_factor_not_enrolled' });
  });

  it('requires a longer password where the old one was long enough only beside it', async () => {
    const { admin } = await newEnrolled();
    const short = 'mango 42';
    const change = { currentPassword: testPassword, newPassword: short };
    await admin.call(account.changePassword, { body: change });
    const root = await server.superAdmin();
    await root.call(account.clearSecondFactor, { params: { id: admin.userId } });
    const required = async () => {
      const refused = await failure(admin.signIn(admin.contactNumber, short));
      expect(refused).toMatchObject({ status: 403, reason: 'password_change_required' });
      expect(refused?.details).toMatchObject({ passwordMinLength: 15 });
      return `${refused?.details['setPasswordToken']}`;
    };
    const choose = (setPasswordToken: string, password: string) =>
      admin.call(auth.setPassword, { body: { setPasswordToken, password } });
    const [token, another] = [await required(), await required()];
    expect((await failure(choose(token, 'mango 4242')))?.reason).toBe('password_too_short');
    await choose(token, 'mango tree by the new well');
    // The token belonged to a password that was replaced.
    expect((await failure(choose(another, testPassword)))?.reason).toBe('activation_invalid');
    await admin.signIn(admin.contactNumber, 'mango tree by the new well');
    const { items } = await admin.call(account.loginHistory, { query: {} });
    expect(items.map(({ kind }) => kind).slice(0, 2)).toEqual(['signed-in', 'password-changed']);
  });

  it('cannot be cleared by its owner', async () => {
    const root = await server.superAdmin();
    const { user } = await root.call(auth.validate, {});
    const call = root.call(account.clearSecondFactor, { params: { id: user.id } });
    expect(await failure(call)).toMatchObject({ reason: 'not_yourself' });
  });
});
