import { basePath, type Endpoint, endpoints, errorSchema } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';
import type { TestClient } from './testing/test-client.ts';

let server: TestServer;
/** Refused by every call below, so one serves all of them. */
let learner: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  learner = await server.newUser();
});
afterAll(() => server.stop());

/** All that answers without a session; everything else must refuse. */
const publicPaths = [
  ...['/', '/version', '/health', '/health/liveness', '/health/readiness'],
  ...[
    '/health/deep',
    '/metrics',
    '/metrics/current',
    '/metrics/performance',
    '/playback-check',
    '/playback-check/sample',
    '/security/policy-reports',
  ],
];

const all: readonly (readonly [string, Endpoint])[] = Object.values(endpoints)
  .flatMap((area): Endpoint[] => Object.values(area))
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

const id = '0199f3c0-0000-7000-8000-000000000001';
const addressOf = (endpoint: Endpoint) =>
  `${server.origin}${basePath}${endpoint.path.replaceAll('{id}', id).replace('{language}', 'hi')}`;

/** The status, and what the envelope says of the error; an answer to HEAD has none. */
async function send(endpoint: Endpoint, headers: Record<string, string> = {}) {
  const isJson = endpoint.body !== undefined && '_zod' in endpoint.body;
  const answer = await fetch(addressOf(endpoint), {
    method: endpoint.method,
    headers: isJson ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(isJson ? { body: '{}' } : {}),
  });
  const text = await answer.text();
  const isRefusal = answer.status >= 400 && endpoint.method !== 'HEAD';
  const error = isRefusal ? errorSchema.parse(JSON.parse(text)).error : undefined;
  return { status: answer.status, type: error?.type, message: error?.message };
}

const refusal = (
  { method }: Endpoint,
  status: number,
  type: string,
  message: unknown = expect.any(String),
) => ({
  status,
  type: method === 'HEAD' ? undefined : type,
  message: method === 'HEAD' ? undefined : message,
});

describe('every route of the contract', () => {
  it.each(all)('%s is closed unless it is on the public list', async (_, endpoint) => {
    const answer = await send(endpoint);
    if (publicPaths.includes(endpoint.path)) expect(answer.status).toBeLessThan(400);
    else expect(answer).toEqual(refusal(endpoint, 401, 'AuthenticationError'));
  });

  const closed = all.filter(([, { path }]) => !publicPaths.includes(path));
  it.each(closed)('%s is closed to a token without proof', async (_, endpoint) => {
    const headers = { authorization: `DPoP ${learner.accessToken}` };
    expect(await send(endpoint, headers)).toEqual(refusal(endpoint, 401, 'AuthenticationError'));
  });

  const forAdministrators = all.filter(([, { access }]) => {
    return access.kind === 'session' && !access.roles.includes('LEARNER');
  });
  it.each(forAdministrators)(
    '%s tells strangers and learners whom it is for',
    async (_, endpoint) => {
      const headers = await learner.headersFor(endpoint.method, addressOf(endpoint));
      const { access } = endpoint;
      const isForAll = access.kind === 'session' && access.roles.includes('ADMIN');
      const message = isForAll ? 'Admin access required' : 'Super admin access required';
      expect(await send(endpoint, headers)).toEqual(
        refusal(endpoint, 403, 'AuthorizationError', message),
      );
      expect(await send(endpoint)).toEqual(
        refusal(endpoint, 401, 'AuthenticationError', 'Authentication required'),
      );
    },
  );
});

it('has no route beyond the contract but those named here', () => {
  const known = new Set(all.map(([, endpoint]) => endpoint.path.replace(/\{(\w+)\}/g, ':$1')));
  const extra = [...server.routes]
    .map((route) => route.replace(basePath, ''))
    .filter((route) => !known.has(route))
    .filter((route) => !/^\/(docs|openapi\.json|media\/)/.test(route));
  expect(extra).toEqual([]);
});
