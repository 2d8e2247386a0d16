import { endpoints, type LoginData } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { type ApiClientOptions, createApiClient } from './api-client.ts';

const origin = 'https://learn.example.org';
const step = { from: 'a', to: 'b', count: 3 };

interface Sent {
  readonly url: string;
  readonly headers: Headers;
}

/** A client, its requests, and the `Set-Cookie` lines of its next answer. */
async function open(options: ApiClientOptions = {}) {
  const sent: Sent[] = [];
  const answers: { cookies: string[] } = { cookies: [] };
  const client = await createApiClient(origin, {
    ...options,
    async transport(url, init) {
      sent.push({ url: String(url), headers: new Headers(init?.headers) });
      const headers = new Headers(answers.cookies.map((line) => ['set-cookie', line]));
      return new Response('{}', { status: 400, headers });
    },
  });
  const call = async () => {
    await client.call(endpoints.auth.validate, {}).catch(() => undefined);
    const last = sent.at(-1);
    if (!last) throw new Error('nothing was sent');
    return last;
  };
  return { client, sent, answers, call };
}

function claimsOf({ headers }: Sent): Record<string, unknown> {
  const claims = headers.get('dpop')?.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

describe('a client of tests', () => {
  it('proves each call with the key of its device, and says the id of the proof', async () => {
    const { client, call } = await open();
    const first = await call();
    expect(claimsOf(first)).toMatchObject({ htm: 'GET', htu: first.url });
    expect(first.headers.get('x-request-key')).toBe(claimsOf(first)['jti']);
    expect(first.headers.get('x-device-id')).toBe(client.deviceId);
    expect(claimsOf(await call())['jti']).not.toBe(claimsOf(first)['jti']);
  });

  it('is the same device when given the keys of another, and otherwise a new one', async () => {
    const { client } = await open();
    const { client: copy } = await open({ keys: client.keys });
    const { client: other } = await open();
    expect(copy.deviceId).toBe(client.deviceId);
    expect(other.deviceId).not.toBe(client.deviceId);
  });

  it('keeps cookies until the server deletes them', async () => {
    const { client, answers, call } = await open();
    answers.cookies = ['a=1; Path=/; HttpOnly', 'b=2; Path=/'];
    expect((await call()).headers.get('cookie')).toBe(null);
    answers.cookies = ['a=; Max-Age=0'];
    expect((await call()).headers.get('cookie')).toBe('a=1; b=2');
    expect((await call()).headers.get('cookie')).toBe('b=2');
    expect(client.cookieHeader()).toBe('b=2');
  });

  it('names itself by its user agent in all requests', async () => {
    const { client, call } = await open({ userAgent: 'Browser/1' });
    expect((await call()).headers.get('user-agent')).toBe('Browser/1');
    expect(await client.headersFor('GET', origin)).toMatchObject({ 'user-agent': 'Browser/1' });
  });

  it('sends its device step only at sign-ins', async () => {
    const { client, sent, call } = await open();
    client.step = step;
    await client.signIn('9800000000', 'a password').catch(() => undefined);
    expect(claimsOf(sent.at(-1)!)['step']).toEqual(step);
    expect(claimsOf(await call())).not.toHaveProperty('step');
  });

  it('renews a session that expired once for all calls that meet it, when asked to', async () => {
    const { client, renewals } = await openExpired({ renewsSession: true });
    const logout = () => client.call(endpoints.auth.logout, {});
    expect(await Promise.all([logout(), logout()])).toEqual([{ success: true }, { success: true }]);
    expect(await logout()).toEqual({ success: true });
    expect(renewals).toEqual(['first']);
    expect(client).toMatchObject({ accessToken: 'new', refreshToken: 'second' });
  });

  it('says that a session expired where it may not renew it, or cannot', async () => {
    const expired = { code: 'TOKEN_EXPIRED' };
    const left = await openExpired();
    await expect(left.client.call(endpoints.auth.logout, {})).rejects.toMatchObject(expired);
    const stale = await openExpired({ renewsSession: true });
    stale.client.refreshToken = 'used before';
    await expect(stale.client.call(endpoints.auth.logout, {})).rejects.toMatchObject(expired);
    expect(stale.renewals).toEqual(['used before']);
    const none = await openExpired({ renewsSession: true });
    none.client.refreshToken = undefined;
    await expect(none.client.call(endpoints.auth.logout, {})).rejects.toMatchObject(expired);
    expect([...left.renewals, ...none.renewals]).toEqual([]);
  });
});

const renewed: LoginData = {
  accessToken: 'new',
  accessTokenExpiresAt: '2026-11-24T00:15:00.000Z',
  refreshToken: 'second',
  userType: 'LEARNER',
  user: {
    id: '11111111-1111-4111-8111-111111111111',
    name: 'Asha Kumari',
    countryCode: '+91',
    contactNumber: '9800000000',
    userType: 'LEARNER',
  },
  permissions: [],
  adminScope: null,
  videoAccessExpiresAt: null,
  mustEnrolSecondFactor: false,
};

/** A client whose access token has expired, and the refresh tokens that it renewed its session with. */
async function openExpired(options: ApiClientOptions = {}) {
  const renewals: unknown[] = [];
  const meta = { timestamp: '2026-11-24T00:00:00.000Z', path: '/', correlationId: 'c' };
  const refuse = (code: string) => {
    const error = { type: 'AuthenticationError', code, message: '' };
    return Response.json({ error, meta }, { status: 401 });
  };
  const client = await createApiClient(origin, {
    ...options,
    async transport(url, init) {
      if (String(url).endsWith(endpoints.auth.refresh.path)) {
        const { refreshToken } = JSON.parse(String(init?.body));
        renewals.push(refreshToken);
        return refreshToken === 'first'
          ? Response.json({ data: renewed, meta })
          : refuse('TOKEN_INVALID');
      }
      return new Headers(init?.headers).get('authorization') === 'DPoP new'
        ? Response.json({ data: { success: true }, meta })
        : refuse('TOKEN_EXPIRED');
    },
  });
  client.accessToken = 'old';
  client.refreshToken = 'first';
  return { client, renewals };
}
