import { basePath, type Endpoint, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** All that answers without a session; everything else must refuse. */
const publicPaths = [
  ...['/', '/version', '/health', '/health/liveness', '/health/readiness'],
  ...['/health/deep', '/metrics', '/playback-check', '/playback-check/sample'],
];

const all: readonly (readonly [string, Endpoint])[] = Object.values(endpoints)
  .flatMap((area): Endpoint[] => Object.values(area))
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

const id = '0199f3c0-0000-7000-8000-000000000001';
const addressOf = (endpoint: Endpoint) =>
  `${server.origin}${basePath}${endpoint.path.replaceAll('{id}', id).replace('{language}', 'hi')}`;

async function status(endpoint: Endpoint, headers: Record<string, string> = {}) {
  const isJson = endpoint.body !== undefined && typeof endpoint.body !== 'string';
  const answer = await fetch(addressOf(endpoint), {
    method: endpoint.method,
    headers: isJson ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(isJson ? { body: '{}' } : {}),
  });
  await answer.arrayBuffer();
  return answer.status;
}

describe('every route of the contract', () => {
  it.each(all)('%s is closed unless it is on the public list', async (_, endpoint) => {
    const code = await status(endpoint);
    if (publicPaths.includes(endpoint.path)) expect(code).toBeLessThan(400);
    else expect(code).toBe(401);
  });

  const closed = all.filter(([, { path }]) => !publicPaths.includes(path));
  it.each(closed)('%s is closed to a token without proof', async (_, endpoint) => {
    const user = await server.newUser();
    const headers = { authorization: `DPoP ${user.accessToken}` };
    expect(await status(endpoint, headers)).toBe(401);
  });

  const forAdministrators = all.filter(([, { access }]) => {
    return access.kind === 'session' && !access.roles.includes('LEARNER');
  });
  it.each(forAdministrators)('%s is closed to learners', async (_, endpoint) => {
    const user = await server.newUser();
    const headers = await user.headersFor(endpoint.method, addressOf(endpoint));
    expect(await status(endpoint, headers)).toBe(403);
  });
});

it('has no route beyond the contract but those named here', () => {
  const known = new Set(all.map(([, endpoint]) => endpoint.path.replace(/\{(\w+)\}/g, ':$1')));
  const extra = [...server.routes]
    .map((route) => route.replace(basePath, ''))
    .filter((route) => !known.has(route))
    .filter((route) => !/^\/(docs|openapi\.json|media\/)/.test(route));
  expect(extra).toEqual([]);
});
