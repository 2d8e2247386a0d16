import { endpoints, maxPasskeys } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, failure, sendPassword, signInWith } from '../../../testing/passkey-sign-in.ts';
import { computeTotp, enrolSecondFactor } from '../../../testing/second-factor.ts';
import {
  addPasskey,
  createAuthenticator,
  type SoftwareAuthenticator,
  type Untruth,
} from '../../../testing/software-authenticator.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { account, auth, users } = endpoints;
let server: TestServer;
/** As browsers see it: there are no passkeys for 127.0.0.1. */
let origin = '';
let offsetMs = 0;
const clock = { now: () => new Date(Date.now() + offsetMs) };
const later = (seconds: number) => {
  offsetMs += seconds * 1000;
};
beforeAll(async () => {
  server = await startTestServer({ clock });
  origin = server.origin.replace('127.0.0.1', 'localhost');
});
afterAll(() => server.stop());

const refused = { status: 403, reason: 'passkey_refused' };

async function withPasskey(userType: 'ADMIN' | 'LEARNER' = 'LEARNER') {
  const user = await server.newUser(userType);
  const key = createAuthenticator(origin);
  return { user, key, ...(await addPasskey(user, key)) };
}

const kindsOf = async (client: TestClient) => {
  const { items } = await client.call(account.loginHistory, { query: {} });
  return items.map(({ kind }) => kind);
};

describe('a sign-in with a passkey', () => {
  it.each(['LEARNER', 'ADMIN'] as const)('opens a whole session for %s', async (userType) => {
    const { user, key, passkey, recoveryCodes } = await withPasskey(userType);
    expect(recoveryCodes).toHaveLength(10);
    expect(passkey).toMatchObject({ name: 'My key', lastUsedAt: null, isSynced: false });
    const { secondFactorToken, ways } = await sendPassword(user, user);
    expect(ways).toEqual(['passkey', 'recovery']);
    const asked = await ask(user, secondFactorToken);
    expect(asked).toMatchObject({
      rpId: 'localhost',
      userVerification: 'preferred',
      allowCredentials: [{ id: key.id, type: 'public-key', transports: ['usb'] }],
    });
    const body = { secondFactorToken, assertion: key.sign(asked) };
    const data = await user.call(account.passkeySignIn, { body });
    expect(data).toMatchObject({ userType, mustEnrolSecondFactor: false });
    user.accessToken = data.accessToken;
    const { passkeys } = await user.call(account.credentials, {});
    expect(passkeys[0]?.lastUsedAt).not.toBeNull();
    expect((await kindsOf(user)).slice(0, 2)).toEqual(['signed-in', 'passkey-added']);
  });

  it('opens one session for each pending sign-in, and accepts each challenge once', async () => {
    const { user, key, recoveryCodes } = await withPasskey();
    const { secondFactorToken } = await sendPassword(user, user);
    const asked = await ask(user, secondFactorToken);
    const complete = () =>
      failure(
        user.call(account.passkeySignIn, {
          body: { secondFactorToken, assertion: key.sign(asked) },
        }),
      );
    const outcomes = await Promise.all([complete(), complete(), complete()]);
    expect(outcomes.filter((one) => one === undefined)).toHaveLength(1);
    expect(await complete()).toMatchObject(refused);
    const again = key.sign(await ask(user, secondFactorToken));
    const body = { secondFactorToken, assertion: again };
    const second = await failure(user.call(account.passkeySignIn, { body }));
    expect(second).toMatchObject({ code: 'TOKEN_INVALID' });
    const code = { secondFactorToken, code: recoveryCodes[0] ?? '' };
    const third = await failure(user.call(account.secondFactor, { body: code }));
    expect(third).toMatchObject({ code: 'TOKEN_INVALID' });
  });

  it.each<[string, Untruth]>([
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['another origin', { origin: 'https://localhost.example.org' }],
    ['an address in place of the name', { origin: 'http://127.0.0.1' }],
    ['another relying party', { rpId: 'example.org' }],
    ['another ceremony', { type: 'webauthn.create' }],
    ['another signature', { signature: 'MEUCIQDx' }],
    ['no user present', { isAbsent: true }],
    ['an unknown credential', { credentialId: 'AAAA' }],
  ])('is refused with %s, and told to the owner', async (_, untruth) => {
    const { user, key } = await withPasskey();
    expect(await failure(signInWith(user, user, key, untruth))).toMatchObject(refused);
    await signInWith(user, user, key);
    expect(await kindsOf(user)).toContain('passkey-refused');
  });

  it('accepts no challenge that was replaced, is late, or belongs to another sign-in', async () => {
    const { user, key } = await withPasskey();
    const one = await sendPassword(user, user);
    const other = await sendPassword(user, user);
    const complete = (secondFactorToken: string, asked: Awaited<ReturnType<typeof ask>>) =>
      failure(
        user.call(account.passkeySignIn, {
          body: { secondFactorToken, assertion: key.sign(asked) },
        }),
      );
    const replaced = await ask(user, one.secondFactorToken);
    await ask(user, one.secondFactorToken);
    expect(await complete(one.secondFactorToken, replaced)).toMatchObject(refused);
    const foreign = await ask(user, one.secondFactorToken);
    await ask(user, other.secondFactorToken);
    expect(await complete(other.secondFactorToken, foreign)).toMatchObject(refused);
    const late = await ask(user, one.secondFactorToken);
    later(181);
    expect(await complete(one.secondFactorToken, late)).toMatchObject(refused);
    later(-181);
    expect(await complete(one.secondFactorToken, await ask(user, one.secondFactorToken))).toBe(
      undefined,
    );
  });

  it('accepts no passkey of another user, and no sign-in that another device began', async () => {
    const { user, key } = await withPasskey();
    const thief = await withPasskey();
    expect(await failure(signInWith(user, user, thief.key))).toMatchObject(refused);
    const stolen = { credentialId: key.id };
    expect(await failure(signInWith(user, user, thief.key, stolen))).toMatchObject(refused);
    const { secondFactorToken } = await sendPassword(user, user);
    const elsewhere = await failure(ask(thief.user, secondFactorToken));
    expect(elsewhere).toMatchObject({ code: 'TOKEN_INVALID' });
  });

  it('refuses a counter that went back, and tells the owner', async () => {
    const { user, key, passkey } = await withPasskey();
    await signInWith(user, user, key, { counter: 7 });
    for (const counter of [7, 6, 0]) {
      expect(await failure(signInWith(user, user, key, { counter }))).toMatchObject(refused);
    }
    await signInWith(user, user, key, { counter: 8 });
    const { passkeys } = await user.call(account.credentials, {});
    expect(passkeys).toMatchObject([{ id: passkey.id, suspectedAt: expect.any(String) }]);
    expect((await kindsOf(user)).filter((kind) => kind === 'passkey-copied')).toHaveLength(3);
  });

  it('suspects no copy after two sign-ins with one key at once', async () => {
    const { user, key } = await withPasskey('ADMIN');
    const elsewhere = await server.newClient();
    const begin = async (client: TestClient) => {
      const { secondFactorToken } = await sendPassword(client, user);
      return { client, secondFactorToken, asked: await ask(client, secondFactorToken) };
    };
    const complete = ({ client, ...step }: Awaited<ReturnType<typeof begin>>, counter: number) => {
      const { secondFactorToken } = step;
      const body = { secondFactorToken, assertion: key.sign(step.asked, { counter }) };
      return failure(client.call(account.passkeySignIn, { body }));
    };
    const first = await begin(user);
    const second = await begin(elsewhere);
    expect(await complete(second, 8)).toBeUndefined();
    expect(await complete(first, 7)).toMatchObject(refused);

    const both = [await begin(user), await begin(elsewhere)] as const;
    await Promise.all([complete(both[0], 9), complete(both[1], 10)]);
    await signInWith(user, user, key, { counter: 11 });
    const { passkeys } = await user.call(account.credentials, {});
    expect(passkeys).toMatchObject([{ suspectedAt: null }]);
    expect(await kindsOf(user)).not.toContain('passkey-copied');
  });

  it('accepts a passkey without a counter, again and again', async () => {
    const user = await server.newUser();
    const key = createAuthenticator(origin, { counts: false });
    await addPasskey(user, key);
    await signInWith(user, user, key);
    await signInWith(user, user, key);
  });

  it('leaves a learner’s account on its device, with or without a passkey', async () => {
    const { user } = await withPasskey();
    const elsewhere = await server.newClient();
    const refusal = await failure(elsewhere.signIn(user.contactNumber, testPassword));
    expect(refusal).toMatchObject({ reason: 'device_not_bound' });
  });
});

describe('adding a passkey', () => {
  const start = (user: TestClient, password = testPassword) =>
    user.call(account.startPasskey, { body: { password } });
  const add = (
    user: TestClient,
    body: { name: string; credential: ReturnType<SoftwareAuthenticator['create']> },
  ) => user.call(account.addPasskey, { body });

  it('requires the password, asks for no attestation, and ends the other sessions', async () => {
    const admin = await server.newUser('ADMIN');
    const elsewhere = await server.newClient();
    await elsewhere.signIn(admin.contactNumber, testPassword);
    expect(await failure(start(admin, 'not it'))).toMatchObject({ reason: 'wrong_password' });
    expect(await start(admin)).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      excludeCredentials: [],
    });
    await addPasskey(admin, createAuthenticator(origin));
    const ended = await failure(elsewhere.call(auth.validate, {}));
    expect(ended).toMatchObject({ reason: 'session_ended' });
    // A second one changes nothing for the other sessions.
    const { recoveryCodes } = await addPasskey(admin, createAuthenticator(origin), 'Spare');
    expect(recoveryCodes).toEqual([]);
    const { passkeys, recoveryCodesLeft } = await admin.call(account.credentials, {});
    expect(passkeys.map(({ name }) => name)).toEqual(['My key', 'Spare']);
    expect(recoveryCodesLeft).toBe(10);
    expect(await start(admin)).toMatchObject({ excludeCredentials: [{}, {}] });
  });

  it('accepts each challenge once, in time, in the session that requested it', async () => {
    const user = await server.newUser('ADMIN');
    const key = createAuthenticator(origin);
    const other = createAuthenticator(origin);
    const unasked = {
      name: 'x',
      credential: key.create({ ...(await start(user)), challenge: 'AAAA' }),
    };
    expect(await failure(add(user, unasked))).toMatchObject(refused);
    const asked = await start(user);
    await add(user, { name: 'One', credential: key.create(asked) });
    const again = { name: 'Two', credential: other.create(asked) };
    expect(await failure(add(user, again))).toMatchObject(refused);
    const late = { name: 'Late', credential: other.create(await start(user)) };
    later(181);
    expect(await failure(add(user, late))).toMatchObject(refused);
    later(-181);
    const foreign = { name: 'x', credential: other.create(await start(await server.newUser())) };
    await start(user);
    expect(await failure(add(user, foreign))).toMatchObject(refused);
  });

  it.each<[string, Untruth]>([
    ['another origin', { origin: 'https://evil.example.org' }],
    ['another relying party', { rpId: 'example.org' }],
    ['another ceremony', { type: 'webauthn.get' }],
    ['another id than is signed', { credentialId: 'AAAA' }],
    ['no user present', { isAbsent: true }],
  ])('is refused with %s', async (_, untruth) => {
    const user = await server.newUser();
    const credential = createAuthenticator(origin).create(await start(user), untruth);
    expect(await failure(add(user, { name: 'x', credential }))).toMatchObject(refused);
  });

  it('is refused for malformed or mismatched answers, with a reason', async () => {
    const user = await server.newUser();
    const good = () => start(user).then((asked) => createAuthenticator(origin).create(asked));
    const nonsense = { ...(await good()), attestationObject: 'oWNmbXQ' };
    expect(await failure(add(user, { name: 'x', credential: nonsense }))).toMatchObject(refused);
    const noJson = { ...(await good()), clientDataJSON: 'AAAA' };
    expect(await failure(add(user, { name: 'x', credential: noJson }))).toMatchObject(refused);
    const credential = await good();
    for (const name of ['', '   ', 'x'.repeat(61), 'a\0b']) {
      expect((await failure(add(user, { name, credential })))?.status).toBe(400);
    }
    const long = { ...credential, attestationObject: 'A'.repeat(20_000) };
    expect((await failure(add(user, { name: 'x', credential: long })))?.status).toBe(400);
    const spaced = { ...credential, id: 'not base64url!' };
    expect((await failure(add(user, { name: 'x', credential: spaced })))?.status).toBe(400);
  });

  it('finds room for ten, also when two are added at once', async () => {
    const { user, key } = await withPasskey('ADMIN');
    const elsewhere = await server.newClient();
    await signInWith(elsewhere, user, key);
    for (let i = 2; i < maxPasskeys; i += 1) await addPasskey(user, createAuthenticator(origin));
    const begun = [];
    for (const client of [user, elsewhere]) {
      const credential = createAuthenticator(origin).create(await start(client));
      begun.push({ client, body: { name: 'Tenth', credential } });
    }
    const outcomes = await Promise.all(begun.map(({ client, body }) => failure(add(client, body))));
    const full = { status: 400, reason: 'passkeys_full' };
    expect(outcomes.filter((one) => one !== undefined)).toMatchObject([full]);
    expect(await failure(start(user))).toMatchObject(full);
    expect((await user.call(account.credentials, {})).passkeys).toHaveLength(maxPasskeys);
  });
});

describe('a passkey', () => {
  it('is renamed and removed by its owner alone, with the password', async () => {
    const { user, key, passkey } = await withPasskey();
    const other = await server.newUser();
    const params = { id: passkey.id };
    const rename = (client: TestClient, name: string) =>
      client.call(account.renamePasskey, { params, body: { name } });
    const remove = (client: TestClient, password = testPassword) =>
      client.call(account.removePasskey, { params, body: { password } });
    expect(await rename(user, '  Blue key ')).toMatchObject({ name: 'Blue key' });
    expect((await failure(rename(other, 'Mine')))?.status).toBe(404);
    expect((await failure(remove(other)))?.status).toBe(404);
    expect(await failure(remove(user, 'not it'))).toMatchObject({ reason: 'wrong_password' });
    const step = await sendPassword(user, user);
    const asked = await ask(user, step.secondFactorToken);
    await remove(user);
    const { secondFactorToken } = step;
    const body = { secondFactorToken, assertion: key.sign(asked) };
    expect(await failure(user.call(account.passkeySignIn, { body }))).toMatchObject(refused);
    await user.signIn(user.contactNumber, testPassword);
    const { passkeys, recoveryCodesLeft } = await user.call(account.credentials, {});
    expect({ passkeys, recoveryCodesLeft }).toEqual({ passkeys: [], recoveryCodesLeft: 0 });
    expect((await kindsOf(user)).slice(1, 3)).toEqual(['passkey-refused', 'passkey-removed']);
    expect((await failure(remove(user)))?.status).toBe(404);
  });

  it('shares its recovery codes with the authenticator app, and either may go first', async () => {
    const { user, key, passkey, recoveryCodes } = await withPasskey('ADMIN');
    const { secret, recoveryCodes: more } = await enrolSecondFactor(user, clock.now());
    expect(more).toEqual([]);
    later(30);
    expect((await sendPassword(user, user)).ways).toEqual(['passkey', 'app', 'recovery']);
    const body = { password: testPassword, code: computeTotp(secret, clock.now()) };
    await user.call(account.disableSecondFactor, { body });
    await signInWith(user, user, key);
    const renewed = await user.call(account.renewRecoveryCodes, {
      body: { password: testPassword, code: recoveryCodes[0] ?? '' },
    });
    expect(renewed.recoveryCodes).toHaveLength(10);
    const params = { id: passkey.id };
    await user.call(account.removePasskey, { params, body: { password: testPassword } });
    await user.signIn(user.contactNumber, testPassword);
  });

  it('meets the institution’s requirement, and the last is kept', async () => {
    const admin = await server.newUser('ADMIN');
    const { db } = server.instance.foundation;
    const { systemConfig } = server.instance.composition;
    const require = async (requireSecondFactor: boolean) => {
      await db
        .updateTable('system_config')
        .set((update) => ({
          saved: JSON.stringify({ accounts: { requireSecondFactor } }),
          version: update('version', '+', 1),
        }))
        .execute();
      await expect
        .poll(() => systemConfig.current().accounts.requireSecondFactor)
        .toBe(requireSecondFactor);
    };
    await require(true);
    try {
      expect(await failure(admin.call(users.list, {}))).toMatchObject({
        reason: 'second_factor_enrolment_required',
      });
      const key = createAuthenticator(origin);
      const { passkey } = await addPasskey(admin, key);
      await admin.call(users.list, {});
      const params = { id: passkey.id };
      const remove = () =>
        failure(admin.call(account.removePasskey, { params, body: { password: testPassword } }));
      expect(await remove()).toMatchObject({ status: 403, reason: 'second_factor_needed' });
      const { secret } = await enrolSecondFactor(admin, clock.now());
      expect(await remove()).toBeUndefined();
      later(30);
      const body = { password: testPassword, code: computeTotp(secret, clock.now()) };
      const last = await failure(admin.call(account.disableSecondFactor, { body }));
      expect(last).toMatchObject({ reason: 'second_factor_needed' });
    } finally {
      await require(false);
    }
  });

  it('is cleared by a super administrator for one account, which can then enrol again', async () => {
    const { user, key } = await withPasskey();
    const root = await server.superAdmin();
    const params = { id: user.userId };
    expect(await root.call(users.get, { params })).toMatchObject({ hasSecondFactor: true });
    const admin = await server.newUser('ADMIN');
    expect((await failure(admin.call(account.clearSecondFactor, { params })))?.status).toBe(403);
    await root.call(account.clearSecondFactor, { params });
    expect(await root.call(users.get, { params })).toMatchObject({ hasSecondFactor: false });
    expect((await failure(user.call(auth.validate, {})))?.reason).toBe('session_ended');
    await user.signIn(user.contactNumber, testPassword);
    expect((await user.call(account.credentials, {})).passkeys).toEqual([]);
    await addPasskey(user, key);
    const taken = await failure(addPasskey(admin, key));
    expect(taken).toMatchObject({ status: 409, reason: 'passkey_taken' });
  });
});
