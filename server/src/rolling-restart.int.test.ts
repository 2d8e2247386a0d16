import { once } from 'node:events';
import net from 'node:net';
import { basePath, buildUrl, endpoints, errorSchema } from '@prahari/contract';
import { type Balancer, requestText, sendSteadily, startBalancer } from '@prahari/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type KillableServer, startKillableServer } from './testing/killable-server.ts';
import { startTestServer, type TestServer, testPassword } from './testing/start-test-server.ts';
import { createTestClient, type TestClient } from './testing/test-client.ts';

/** The balancer looks many times within it, also on a machine that does much else. */
const drainSeconds = 3;
const waitMs = 30_000;

let staying: TestServer;
let leaving: KillableServer;
let balancer: Balancer;
beforeAll(async () => {
  staying = await startTestServer();
  await staying.superAdmin();
  leaving = await startKillableServer(staying, { DRAIN_SECONDS: `${drainSeconds}` });
  balancer = await startBalancer([staying.origin, leaving.origin]);
});
afterAll(async () => {
  await balancer.stop();
  await leaving.kill();
  await staying.stop();
});

const refresh = `${basePath}${endpoints.auth.refresh.path}`;
const body = JSON.stringify({ refreshToken: 'none' });
const requests = [
  { path: '/version' },
  // Balancers never repeat these.
  {
    path: refresh,
    init: { method: 'POST', headers: { 'content-type': 'application/json' }, body },
  },
];

/** The super administrator, who knows the nonce of that process. */
async function createAdmin({ origin }: KillableServer): Promise<TestClient> {
  const { keys, accessToken } = await staying.superAdmin();
  const client = await createTestClient(origin, keys);
  client.accessToken = accessToken;
  await client.call(endpoints.auth.validate, {});
  return client;
}

/** Opens the stream of alerts. @returns what then reads it to its end */
async function followAlerts(client: TestClient): Promise<() => Promise<string>> {
  const url = buildUrl(client.origin, endpoints.alerts.live, {});
  const answer = await fetch(url, { headers: await client.headersFor('GET', url) });
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
  return () => answer.text();
}

/** Sends a request but for its last byte. @returns what sends that, and the answer's lines */
async function beginConfirmation(client: TestClient): Promise<() => Promise<string[]>> {
  const url = new URL(buildUrl(client.origin, endpoints.auth.validatePassword, {}));
  const text = requestText(
    'POST',
    url,
    await client.headersFor('POST', url.href),
    JSON.stringify({ password: testPassword }),
  );
  const socket = net.connect(Number(url.port), url.hostname);
  socket.write(text.slice(0, -1));
  await once(socket, 'connect');
  return async () => {
    let answer = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      answer += piece;
    });
    socket.write(text.slice(-1));
    await once(socket, 'close');
    return answer.toLowerCase().split('\r\n');
  };
}

const accepts = async (origin: string): Promise<boolean> => {
  const { hostname, port } = new URL(origin);
  const socket = net.connect(Number(port), hostname);
  return once(socket, 'connect').then(
    () => {
      socket.destroy();
      return true;
    },
    () => false,
  );
};

it('loses no request when a process leaves its load balancer and comes back', async () => {
  const { origin } = leaving;
  const load = sendSteadily(balancer.origin, requests, 100);
  const waitForAnswers = async () => {
    const before = balancer.answered()[origin] ?? 0;
    await vi.waitFor(
      () => expect(balancer.answered()[origin]).toBeGreaterThan(before + 20),
      waitMs,
    );
  };
  await waitForAnswers();
  const admin = await createAdmin(leaving);
  const readAlerts = await followAlerts(admin);
  const confirm = await beginConfirmation(admin);

  const exit = leaving.terminate();
  const readiness = await vi.waitFor(async () => {
    const answer = await fetch(`${origin}/health/readiness`);
    expect(answer.status).toBe(503);
    return answer;
  }, waitMs);
  const { error } = errorSchema.parse(await readiness.json());
  expect(error.details).toEqual({ draining: true });
  // A client that has not noticed is answered, and sent elsewhere.
  const late = await fetch(`${origin}/version`);
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
  expect((await fetch(`${origin}/health/liveness`)).status).toBe(200);

  expect(await readAlerts()).toContain('event: sync');
  await vi.waitFor(async () => expect(await accepts(origin)).toBe(false), waitMs);
  expect(await confirm()).toEqual(expect.arrayContaining(['http/1.1 200 ok', 'connection: close']));
  expect(await exit).toBe(0);

  await leaving.start();
  await waitForAnswers();
  await load.stop();
  expect(load.failures).toEqual([]);
});
