import { randomUUID } from 'node:crypto';
import {
  basePath,
  endpoints,
  errorSchema,
  requestHeaders,
  responseHeaders,
} from '@prahari/contract';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, testPassword } from './testing/start-test-server.ts';
import type { TestClient } from './testing/test-client.ts';

const nobody = '0199f3c0-0000-7000-8000-000000000001';
const tenMinutesSeconds = 600;

let server: TestServer;
let root: TestClient;
let learner: Awaited<ReturnType<TestServer['newUser']>>;
let offsetMs = 0;
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(Date.now() + offsetMs) },
    environment: { DEVICES_PER_LEARNER: '0' },
  });
  root = await server.superAdmin();
  learner = await server.newUser();
});
beforeEach(() => {
  offsetMs = 0;
});
afterAll(() => server.stop());

interface Sent {
  readonly body?: string;
  readonly type?: string;
}

async function send(client: TestClient, method: string, path: string, { body, type }: Sent = {}) {
  const url = `${server.origin}${basePath}${path}`;
  const answer = await fetch(url, {
    method,
    headers: {
      ...(await client.headersFor(method, url)),
      ...(body === undefined ? {} : { 'content-type': type ?? 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, json: await answer.json() };
}

/** All that an account call could have written by half; what counts attempts is no part of it. */
async function stateOfAccounts(): Promise<unknown> {
  const { db } = server.instance.foundation;
  const tables = ['users', 'activation_codes', 'user_devices', 'sessions', 'admin_audit'];
  const states = [];
  for (const table of tables) {
    const { rows } = await sql<{ state: string }>`
      SELECT md5(coalesce(string_agg(row, ',' ORDER BY row), '')) AS state
      FROM (SELECT (to_jsonb(t) - 'last_seen_at')::text AS row FROM ${sql.table(table)} AS t) AS r`.execute(
      db,
    );
    states.push([table, rows[0]?.state]);
  }
  return states;
}

const user = (fields: object) =>
  JSON.stringify({ name: 'New', contactNumber: '9700300001', ...fields });
const edit = (fields: object) => JSON.stringify({ updatedAt: new Date().toISOString(), ...fields });

type Case = readonly [
  what: string,
  method: string,
  path: string,
  sent: Sent,
  status: number,
  code: string,
];

const bodies: readonly Case[] = [
  ...['abc', '12', '9'.repeat(33), '++91', '98765;DROP'].map(
    (contactNumber): Case => [
      `the number ${contactNumber}`,
      ...(['POST', '/admin/users', { body: user({ contactNumber }) }, 400, 'INVALID'] as const),
    ],
  ),
  ...['', ' ', 'a'.repeat(121), 'a\nb', 'a\0b', '\u001b[2J', '\u0085'].map(
    (name): Case => [
      `the name ${JSON.stringify(name).slice(0, 20)}`,
      ...(['POST', '/admin/users', { body: user({ name }) }, 400, 'INVALID'] as const),
    ],
  ),
  [
    'a name that is none',
    'PUT',
    '/users/profile/me',
    { body: '{"name":"a\\u0000"}' },
    400,
    'INVALID',
  ],
  ['a name of another type', 'PUT', '/users/profile/me', { body: '{"name":7}' }, 400, 'INVALID'],
  [
    'a role that is none',
    'POST',
    '/admin/users',
    { body: user({ userType: 'ROOT' }) },
    400,
    'INVALID',
  ],
  [
    'an address that is none',
    'POST',
    '/admin/users',
    { body: user({ email: 'a@b' }) },
    400,
    'INVALID',
  ],
  [
    'a country that is none',
    'POST',
    '/admin/users',
    { body: user({ countryCode: '91' }) },
    400,
    'INVALID',
  ],
  ['nothing', 'POST', '/admin/users', { body: '{}' }, 400, 'REQUIRED_FIELD|VALIDATION_FAILED'],
  ['no JSON', 'POST', '/admin/users', { body: '{"name":' }, 400, 'INVALID_FORMAT'],
  ['a list', 'POST', '/admin/users', { body: '[]' }, 400, 'INVALID'],
  ['a prototype', 'POST', '/admin/users', { body: '{"__proto__":{"a":1}}' }, 400, 'INVALID_FORMAT'],
  [
    'a constructor',
    'POST',
    '/admin/users',
    { body: '{"constructor":{"prototype":{"a":1}}}' },
    400,
    'INVALID_FORMAT',
  ],
  ['text', 'POST', '/admin/users', { body: user({}), type: 'text/plain' }, 415, 'INVALID_FORMAT'],
  ['XML', 'POST', '/admin/users', { body: '<a/>', type: 'application/xml' }, 415, 'INVALID_FORMAT'],
  [
    'a device id that is none',
    'PUT',
    `/users/${nobody}/device`,
    { body: '{"deviceId":"x"}' },
    400,
    'INVALID',
  ],
  [
    'a block that is none',
    'PUT',
    `/admin/users/${nobody}/block`,
    { body: '{"blocked":"yes"}' },
    400,
    'INVALID',
  ],
  [
    'rights that are none',
    'PUT',
    `/admin/users/${nobody}/permissions`,
    { body: '{"permissions":["everything"]}' },
    400,
    'INVALID',
  ],
];

const queries: readonly Case[] = [
  'page=0',
  'page=-1',
  'page=1e9',
  'page=999999999999999999999',
  'page=1.5',
  'page=x',
  'page=NaN',
  'limit=0',
  'limit=-25',
  'limit=101',
  'limit=999999999',
  'page=1&page=2',
  'limit=10&limit=10',
  'search=a&search=b',
  'status=active&status=blocked',
  'status=gone',
  'sortBy=password_hash',
  'sortOrder=up',
  `search=${'a'.repeat(201)}`,
  'search=%00',
].flatMap((query): Case[] => {
  const isOfUsers = !query.startsWith('status') && !query.startsWith('sort');
  const paths = ['/admin/users', '/users', ...(isOfUsers ? ['/admin/audit-log'] : [])];
  return paths.map((path) => [query, 'GET', `${path}?${query.slice(0, 230)}`, {}, 400, 'INVALID']);
});

const editOfNobody = { body: edit({ name: 'x' }) };
const ids: readonly Case[] = ['x', '1', `${nobody}0`, '..%2f', '%00', "'"].flatMap((id): Case[] => [
  [`the id ${id}`, 'GET', `/admin/users/${id}`, {}, 400, 'INVALID'],
  [`the id ${id}`, 'PUT', `/admin/users/${id}`, editOfNobody, 400, 'INVALID'],
  [`the id ${id}`, 'DELETE', `/admin/users/${id}`, {}, 400, 'INVALID'],
]);
const strangers: readonly Case[] = [
  ['GET', `/admin/users/${nobody}`, {}],
  ['PUT', `/admin/users/${nobody}`, editOfNobody],
  ['DELETE', `/admin/users/${nobody}?erase=true`, {}],
  ['PUT', `/admin/users/${nobody}/block`, { body: '{"blocked":true}' }],
  ['POST', `/admin/users/${nobody}/sign-out`, {}],
  ['GET', `/admin/users/${nobody}/sessions`, {}],
  ['DELETE', `/admin/users/${nobody}/sessions/${nobody}`, {}],
  ['PUT', `/admin/users/${nobody}/reset-password`, {}],
  ['POST', `/users/${nobody}/password/reset`, {}],
  ['POST', `/users/${nobody}/login-count/reset`, {}],
  ['PUT', `/users/${nobody}/device`, { body: `{"deviceId":"${'a'.repeat(43)}"}` }],
  ['DELETE', `/users/${nobody}/device`, {}],
  ['DELETE', `/auth/sessions/${nobody}`, {}],
].map(([method, path, sent]): Case => {
  return ['nobody', String(method), String(path), Object(sent), 404, 'RESOURCE_NOT_FOUND'];
});

describe('an account call', () => {
  it.each([...bodies, ...queries, ...ids, ...strangers])(
    'with %s (%s %s) is refused and writes nothing',
    async (_what, method, path, sent, status, code) => {
      const before = await stateOfAccounts();
      const answer = await send(root, method, path, sent);
      expect(answer.status).toBe(status);
      const { error } = errorSchema.parse(answer.json);
      expect(error.type).toBe(status === 404 ? 'NotFoundError' : 'ValidationError');
      expect(error.code).toMatch(new RegExp(`^(?:${code}|VALIDATION_FAILED)`));
      expect(await stateOfAccounts()).toEqual(before);
    },
  );

  it.each(['?__proto__[admin]=1', '?constructor=x', '?isAdmin=true&__proto__=1'])(
    'takes no notice of %s',
    async (query) => {
      const answer = await send(root, 'GET', `/admin/users${query}`);
      expect(answer.status).toBe(200);
      expect(Object('').admin).toBeUndefined();
    },
  );

  it('of a learner on somebody else is refused, whoever it is', async () => {
    const { userId } = await server.newUser();
    const before = await stateOfAccounts();
    for (const id of [userId, nobody]) {
      const answer = await send(learner, 'PUT', `/admin/users/${id}`, editOfNobody);
      expect(answer).toMatchObject({
        status: 403,
        json: { error: { type: 'AuthorizationError' } },
      });
    }
    expect(await stateOfAccounts()).toEqual(before);
  });

  it('that edits what somebody changed meanwhile is told what is there now', async () => {
    const { userId } = await server.newUser();
    const { users } = endpoints;
    const params = { id: userId };
    const { updatedAt } = await root.call(users.get, { params });
    await root.call(users.update, { params, body: { updatedAt, name: 'First' } });
    const before = await stateOfAccounts();
    const late = root.call(users.update, { params, body: { updatedAt, email: 'a@example.org' } });
    await expect(late).rejects.toMatchObject({
      ...{ status: 409, type: 'ConflictError', reason: 'edited_meanwhile' },
      details: { current: { name: 'First', email: null } },
    });
    expect(await stateOfAccounts()).toEqual(before);
  });
});

/** A device whose own clock is wrong by so many seconds. */
async function deviceWithClock(wrongBySeconds: number) {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  const path = endpoints.auth.login.path;
  const url = `${server.origin}${basePath}${path}`;
  return async function signIn(nonce?: string) {
    const iat = Math.floor(Date.now() / 1000) + wrongBySeconds;
    const proof = await new SignJWT({ htm: 'POST', htu: url, jti: randomUUID(), iat, nonce })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .sign(privateKey);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [requestHeaders.deviceToken]: proof },
      body: JSON.stringify({ contactNumber: learner.contactNumber, password: testPassword }),
    });
    const fresh = answer.headers.get(responseHeaders.nonce) ?? '';
    return { status: answer.status, json: await answer.json(), fresh };
  };
}

describe.each([-tenMinutesSeconds, tenMinutesSeconds])('a clock wrong by %i s', (seconds) => {
  it('signs in all the same, by the nonce of the server', async () => {
    const signIn = await deviceWithClock(seconds);
    const first = await signIn();
    expect(first).toMatchObject({
      ...{ status: 401, json: { error: { details: { reason: 'nonce_required' } } } },
    });
    expect((await signIn(first.fresh)).status).toBe(200);
  });

  it('makes no old nonce good', async () => {
    const signIn = await deviceWithClock(seconds);
    const { fresh: old } = await signIn();
    offsetMs = tenMinutesSeconds * 1000;
    const late = await signIn(old);
    expect(late).toMatchObject({
      ...{ status: 401, json: { error: { details: { reason: 'nonce_required' } } } },
    });
    expect((await signIn(late.fresh)).status).toBe(200);
  });
});
