import { type ApiError, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchRefusal } from '../../testing/catch-refusal.ts';
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts';
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('activation', () => {
  it('leads from a code to a password, once', async () => {
    const admin = await server.superAdmin();
    const { user, activation } = await admin.call(endpoints.users.create, {
      body: { name: 'Ravi', contactNumber: '98111 11111' },
    });
    const client = await server.newClient();
    const { contactNumber } = user;
    const verify = () =>
      client.call(endpoints.auth.verify, { body: { contactNumber, code: activation.code ?? '' } });
    const { setPasswordToken } = await verify();
    const set = (password: string) =>
      client.call(endpoints.auth.setPassword, { body: { setPasswordToken, password } });
    expect((await catchRefusal(set('short'))).reason).toBe('password_too_short');
    expect(await set(testPassword)).toEqual({ success: true });
    expect((await catchRefusal(set(testPassword))).reason).toBe('activation_invalid');
    expect((await catchRefusal(verify())).reason).toBe('activation_invalid');
    await client.signIn(contactNumber, testPassword);
    const validated = await client.call(endpoints.auth.validate, {});
    expect(validated.user).toMatchObject({ id: user.id, userType: 'LEARNER' });
  });

  it('keeps the code good however often others guess', async () => {
    const admin = await server.superAdmin();
    const { user, activation } = await admin.call(endpoints.users.create, {
      body: { name: 'Ravi', contactNumber: '98111 11114' },
    });
    const { contactNumber } = user;
    const guesser = await server.newClient();
    for (let i = 0; i < 12; i += 1) {
      const body = { contactNumber, code: `GUESS-${i}` };
      await catchRefusal(guesser.call(endpoints.auth.verify, { body }));
    }
    const { users } = server.instance.composition;
    expect(await users.checkActivationCode(user.id, activation.code ?? '')).not.toBeNull();
  });

  it('tells unknown numbers and wrong codes in the same words', async () => {
    const admin = await server.superAdmin();
    const { user } = await admin.call(endpoints.users.create, {
      body: { name: 'Ravi', contactNumber: '98111 11112' },
    });
    const client = await server.newClient();
    const tell = async (contactNumber: string) => {
      const body = { contactNumber, code: 'AAAA-BBBB-CCCC-DDDD' };
      const error = await catchRefusal(client.call(endpoints.auth.verify, { body }));
      return { status: error.status, code: error.code, message: error.message };
    };
    expect(await tell(user.contactNumber)).toEqual(await tell('9811111199'));
  });

  it('accepts the code instead of a password and asks for one', async () => {
    const admin = await server.superAdmin();
    const { user, activation } = await admin.call(endpoints.users.create, {
      body: { name: 'Ravi', contactNumber: '98111 11113' },
    });
    const client = await server.newClient();
    const error = await catchRefusal(
      client.signIn(user.contactNumber, activation.code?.toLowerCase() ?? ''),
    );
    expect(error.reason).toBe('password_change_required');
    const { setPasswordToken } = error.details;
    const body = { setPasswordToken: String(setPasswordToken), password: testPassword };
    const attacker = await server.newClient();
    const stolen = await catchRefusal(attacker.call(endpoints.auth.setPassword, { body }));
    expect(stolen.code).toBe('TOKEN_INVALID');
    await client.call(endpoints.auth.setPassword, { body });
    await client.signIn(user.contactNumber, testPassword);
  });
});

describe('sign-in', () => {
  it('refuses wrong passwords and unknown numbers in the same words', async () => {
    const user = await server.newUser();
    const client = await server.newClient();
    const wrong = await catchRefusal(client.signIn(user.contactNumber, 'not the password'));
    const unknown = await catchRefusal(client.signIn('9811111198', 'not the password'));
    for (const error of [wrong, unknown]) {
      expect(error).toMatchObject({
        status: 401,
        type: 'AuthenticationError',
        code: 'ACCESS_DENIED',
        message: 'Invalid credentials. Please check your phone number and password.',
        details: { reason: 'invalid_credentials' },
      });
    }
  });

  it('slows guessing down, and leaves the device alone that is in use', async () => {
    const user = await server.newUser();
    const guesser = await server.newClient();
    let last: ApiError | undefined;
    for (let i = 0; i < 11; i += 1) {
      last = await catchRefusal(guesser.signIn(user.contactNumber, `guess number ${i}`));
    }
    expect(last).toMatchObject({
      status: 429,
      type: 'RateLimitError',
      code: 'RATE_LIMIT_EXCEEDED',
    });
    expect(last?.message).toBe('Too many login attempts. Please wait a moment and try again.');
    await user.signIn(user.contactNumber, testPassword);
  });

  it('binds tokens to the device: a stolen token is useless with another key', async () => {
    const user = await server.newUser();
    const thief = await server.newClient();
    thief.accessToken = user.accessToken;
    const error = await catchRefusal(thief.call(endpoints.auth.validate, {}));
    expect(error).toMatchObject({ status: 401, code: 'TOKEN_INVALID' });
  });

  it('refuses a request that is sent a second time', async () => {
    const user = await server.newUser();
    const url = `${server.origin}/api/v1/auth/validate`;
    const headers = await user.headersFor('GET', url);
    const first = await fetch(url, { headers });
    const again = await fetch(url, { headers });
    expect(first.status).toBe(200);
    expect(again.status).toBe(401);
    expect(await again.json()).toMatchObject({ error: { details: { reason: 'proof_replayed' } } });
  });

  it('keeps passwords and tokens out of the log', async () => {
    const user = await server.newUser();
    await user.confirmPassword(testPassword);
    const log = server.logLines.join('');
    expect(log).toContain('"route":"/api/v1/auth/login"');
    for (const secret of [testPassword, user.accessToken, user.refreshToken]) {
      expect(log).not.toContain(secret);
    }
  });
});

describe('refresh', () => {
  const refresh = (client: Awaited<ReturnType<TestServer['newUser']>>, refreshToken: string) =>
    client.call(endpoints.auth.refresh, { body: { refreshToken } });

  it('rotates, answers a quick retry with the same token, and ends the session on reuse', async () => {
    const user = await server.newUser();
    const first = user.refreshToken ?? '';
    const second = (await refresh(user, first)).refreshToken ?? '';
    expect(second).not.toBe(first);
    expect((await refresh(user, first)).refreshToken).toBe(second);
    const third = await refresh(user, second);
    user.accessToken = third.accessToken;
    await user.call(endpoints.auth.validate, {});
    expect((await catchRefusal(refresh(user, first))).reason).toBe('refresh_reused');
    expect((await catchRefusal(user.call(endpoints.auth.validate, {}))).reason).toBe(
      'session_ended',
    );
    expect((await catchRefusal(refresh(user, third.refreshToken ?? ''))).reason).toBe(
      'refresh_invalid',
    );
  });

  it('gives all of several parallel requests the same successor', async () => {
    const user = await server.newUser();
    const token = user.refreshToken ?? '';
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(user, token)));
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1);
  });

  it('refuses another device without ending the session', async () => {
    const user = await server.newUser();
    const thief = await server.newUser();
    const error = await catchRefusal(refresh(thief, user.refreshToken ?? ''));
    expect(error.reason).toBe('refresh_invalid');
    await user.call(endpoints.auth.validate, {});
  });
});

describe('the end of a session', () => {
  it('happens at once on logout, and ends only this session', async () => {
    const user = await server.newUser('ADMIN');
    const other = await server.newClient();
    await other.signIn(user.contactNumber, testPassword);
    await user.call(endpoints.auth.logout, {});
    expect((await catchRefusal(user.call(endpoints.auth.validate, {}))).reason).toBe(
      'session_ended',
    );
    await other.call(endpoints.auth.validate, {});
  });

  it('comes to all with logout/all', async () => {
    const user = await server.newUser('ADMIN');
    const other = await server.newClient();
    await other.signIn(user.contactNumber, testPassword);
    expect((await user.call(endpoints.auth.logoutAll, {})).ended).toBe(2);
    expect((await catchRefusal(other.call(endpoints.auth.validate, {}))).reason).toBe(
      'session_ended',
    );
  });

  it('ends a sign-in that is under way when the password is reset', async () => {
    const user = await server.newUser();
    const { db } = server.instance.foundation;
    const other = await server.newClient();
    await catchRefusal(other.signIn(user.contactNumber, 'only to learn the nonce'));
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('users')
        .select('id')
        .where('id', '=', user.userId)
        .forUpdate()
        .execute();
      locked.resolve();
      await held.promise;
      await trx
        .updateTable('users')
        .set({ password_hash: null })
        .where('id', '=', user.userId)
        .execute();
    });
    await locked.promise;
    const signingIn = catchRefusal(other.signIn(user.contactNumber, testPassword));
    await waitUntilBlocked(server);
    held.resolve();
    await holding;
    expect((await signingIn).reason).toBe('invalid_credentials');
  });

  it('is remembered when the server starts again', async () => {
    const user = await server.newUser();
    const { sessionId } = await user.call(endpoints.auth.validate, {});
    await user.call(endpoints.auth.logout, {});
    const again = await server.again();
    expect(again.composition.auth.revocations.isRevoked(sessionId)).toBe(true);
    await again.stop();
  });

  it('comes with a reset of the password by an administrator', async () => {
    const user = await server.newUser();
    const admin = await server.superAdmin();
    await admin.call(endpoints.users.resetPassword, { params: { id: user.userId } });
    expect((await catchRefusal(user.call(endpoints.auth.validate, {}))).reason).toBe(
      'session_ended',
    );
    const error = await catchRefusal(user.signIn(user.contactNumber, testPassword));
    expect(error.reason).toBe('invalid_credentials');
  });
});

describe('the video-access session', () => {
  it('opens with the right password for 3600 seconds', async () => {
    const user = await server.newUser();
    const wrong = user.call(endpoints.auth.validatePassword, { body: { password: 'nonsense' } });
    expect(await catchRefusal(wrong)).toMatchObject({
      status: 401,
      details: { reason: 'wrong_password' },
    });
    expect((await user.call(endpoints.auth.validate, {})).videoAccessExpiresAt).toBeNull();
    const before = Date.now();
    await user.confirmPassword(testPassword);
    const { videoAccessExpiresAt } = await user.call(endpoints.auth.validate, {});
    const seconds = (Date.parse(videoAccessExpiresAt ?? '') - before) / 1000;
    expect(Math.round(seconds / 10) * 10).toBe(3600);
    expect([...user.cookies.keys()].join()).toMatch(/^__Host-prahari-watch-[0-9a-f]{8}$/);
  });
});

describe('cookies', () => {
  it('keep the refresh token from a browser’s scripts', async () => {
    const user = await server.newUser();
    const url = `${server.origin}/api/v1/auth/login`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        ...(await user.headersFor('POST', url)),
        'content-type': 'application/json',
        'sec-fetch-mode': 'cors',
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ contactNumber: user.contactNumber, password: testPassword }),
    });
    expect(await answer.json()).toMatchObject({ data: { refreshToken: null } });
    expect(answer.headers.getSetCookie().join()).toMatch(
      /^__Host-prahari-refresh-[0-9a-f]{8}=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it('go with a renewal that is refused, and with none that succeeds or fails for now', async () => {
    const owner = await server.newUser('ADMIN');
    owner.isBrowser = true;
    await owner.signIn(owner.contactNumber, testPassword);
    const isHeld = (client: typeof owner) =>
      [...client.cookies.keys()].some((name) => name.startsWith('__Host-prahari-refresh-'));
    const refresh = (client: typeof owner) => client.call(endpoints.auth.refresh, { body: {} });
    await refresh(owner);
    expect(isHeld(owner)).toBe(true);
    // On another device: its copy of the cookie is useless there, and the owner's still works.
    const thief = await server.newUser();
    thief.isBrowser = true;
    for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
    expect((await catchRefusal(refresh(thief))).reason).toBe('refresh_invalid');
    expect(isHeld(thief)).toBe(false);
    await refresh(owner);
    expect(isHeld(owner)).toBe(true);
    await owner.call(endpoints.auth.logoutAll, {});
    expect(isHeld(owner)).toBe(false);
  });
});
