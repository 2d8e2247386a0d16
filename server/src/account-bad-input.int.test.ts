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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badInput, editOfNobody, nobody, type Sent } from './testing/account-bad-input.ts';
import { startTestServer, type TestServer, testPassword } from './testing/start-test-server.ts';
import type { TestClient } from './testing/test-client.ts';

const tenMinutesSeconds = 600;

let server: TestServer;
let root: TestClient;
let learner: Awaited<ReturnType<TestServer['newUser']>>;
beforeAll(async () => {
  server = await startTestServer({ environment: { DEVICES_PER_LEARNER: '0' } });
  root = await server.superAdmin();
  learner = await server.newUser();
});
afterAll(() => server.stop());

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

/**
 * Everything that an account call could have written by half; counters of attempts are left out.
 */
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

describe('an account call', () => {
  it.each(badInput)(
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

  it('of a learner on any other user is refused', async () => {
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

  it('that edits an older version is refused with the current one', async () => {
    const { userId } = await server.newUser();
    const { users } = endpoints;
    const params = { id: userId };
    const { updatedAt } = await root.call(users.get, { params });
    await root.call(users.update, { params, body: { updatedAt, name: 'First' } });
    const before = await stateOfAccounts();
    const late = root.call(users.update, { params, body: { updatedAt, email: 'a@example.org' } });
    await expect(late).rejects.toMatchObject({
      status: 409,
      type: 'ConflictError',
      reason: 'edited_meanwhile',
      details: { current: { name: 'First', email: null } },
    });
    expect(await stateOfAccounts()).toEqual(before);
  });
});

/** A device whose clock is wrong by the given seconds. */
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

it.each([-tenMinutesSeconds, tenMinutesSeconds])(
  'a clock wrong by %i s still signs in, by the nonce of the server',
  async (seconds) => {
    const signIn = await deviceWithClock(seconds);
    const first = await signIn();
    expect(first).toMatchObject({
      status: 401,
      json: { error: { details: { reason: 'nonce_required' } } },
    });
    expect((await signIn(first.fresh)).status).toBe(200);
  },
);
