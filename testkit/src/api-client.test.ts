import { endpoints } from '@prahari/contract';
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

  it('keeps cookies until the server takes them back', async () => {
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

  it('tells its step at sign-ins alone', async () => {
    const { client, sent, call } = await open();
    client.step = step;
    await client.signIn('9800000000', 'a password').catch(() => undefined);
    expect(claimsOf(sent.at(-1)!)['step']).toEqual(step);
    expect(claimsOf(await call())).not.toHaveProperty('step');
  });
});
