import http from 'node:http';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { freePort } from './platform/testing/free-port.ts';
import { startValkey, type TestValkey } from './platform/testing/start-valkey.ts';
import { type KillableServer, startKillableServer } from './testing/killable-server.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';
import type { TestClient } from './testing/test-client.ts';

const refusalSchema = z.object({
  error: z.object({ details: z.object({ reason: z.string() }) }),
});
const checksSchema = z.object({
  checks: z.array(z.object({ name: z.string(), status: z.string() })),
});
const deepSchema = z.union([
  z.object({ data: checksSchema }),
  z.object({ error: z.object({ details: checksSchema }) }),
]);
const path = '/api/v1/users';
const skewMs = 90_000;

interface Balancer {
  readonly origin: string;
  /** What it passes requests on to, in turn. */
  readonly targets: string[];
  passed(): number;
  stop(): Promise<void>;
}

/** A balancer without affinity: each request goes to the next process. */
async function startBalancer(): Promise<Balancer> {
  const port = await freePort();
  const targets: string[] = [];
  let passed = 0;
  const balancer = http.createServer((request, reply) => {
    const { method, headers, url } = request;
    const to = `${targets[passed % targets.length]}${url}`;
    passed += 1;
    const onward = http.request(to, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    onward.on('error', () => reply.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((done) => balancer.listen(port, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${port}`,
    targets,
    passed: () => passed,
    async stop() {
      balancer.closeAllConnections();
      await new Promise((done) => balancer.close(done));
    },
  };
}

describe.each(['database', 'valkey'] as const)('processes that share the %s', (store) => {
  let balancer: Balancer;
  let valkey: TestValkey | undefined;
  let server: TestServer;
  let other: KillableServer;
  let admin: TestClient;
  let one: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    balancer = await startBalancer();
    valkey = store === 'valkey' ? await startValkey() : undefined;
    environment = {
      PUBLIC_URL: balancer.origin,
      ...(valkey ? { VALKEY_URL: valkey.url } : {}),
    };
    const port = await freePort();
    one = `http://127.0.0.1:${port}`;
    server = await startTestServer({ environment: { ...environment, PORT: `${port}` } });
    balancer.targets.push(one);
    // First: a process of its own would make itself an administrator, whose password it prints.
    admin = await server.superAdmin();
    other = await startKillableServer(server, environment);
    balancer.targets.push(other.origin);
  });
  afterAll(async () => {
    await other?.kill();
    await server?.stop();
    await valkey?.stop();
    await balancer?.stop();
  });

  /** A call as it was signed, which may be sent to any process, and more than once. */
  const sign = () => admin.headersFor('GET', `${balancer.origin}${path}`);

  async function send(origin: string, headers: Record<string, string>): Promise<string> {
    const answer = await fetch(origin + path, { headers });
    admin.noteNonce({ header: (name) => answer.headers.get(name) });
    if (answer.status === 200) return 'accepted';
    const { error } = z.parse(refusalSchema, await answer.json());
    return error.details.reason;
  }

  /** What the deep check says of the store, also where something fails. */
  async function findProofsCheck(origin: string) {
    const answer = z.parse(deepSchema, await (await fetch(`${origin}/health/deep`)).json());
    const { checks } = 'data' in answer ? answer.data : answer.error.details;
    return checks.find(({ name }) => name === 'proofs');
  }

  it('accept each other’s nonces: calls that go to each in turn need no second try', async () => {
    await admin.call(endpoints.users.list, { query: {} });
    const before = balancer.passed();
    for (let i = 0; i < 10; i += 1) await admin.call(endpoints.users.list, { query: {} });
    expect(balancer.passed() - before).toBe(10);
  });

  it('accept a proof once, at whichever it comes first', async () => {
    const headers = await sign();
    expect(await send(other.origin, headers)).toBe('accepted');
    expect(await send(one, headers)).toBe('proof_replayed');
    expect(await send(other.origin, headers)).toBe('proof_replayed');
  });

  it('accept one of those that come at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const headers = await sign();
      const to = [one, other.origin, one, other.origin, one, other.origin];
      const answers = await Promise.all(to.map((origin) => send(origin, headers)));
      expect(answers.toSorted()).toEqual(['accepted', ...Array(5).fill('proof_replayed')]);
    }
  });

  // What a process forgets and which time it has does not depend on the store.
  it.runIf(store === 'database')('refuse after a kill what was accepted before', async () => {
    const headers = await sign();
    expect(await send(other.origin, headers)).toBe('accepted');
    await other.kill();
    await other.start();
    expect(await send(other.origin, headers)).toBe('proof_replayed');
    expect(await send(other.origin, await sign())).toBe('accepted');
  });

  it.runIf(store === 'database')('do all this with clocks that differ by 90 s', async () => {
    const clock = { now: () => new Date(Date.now() - skewMs) };
    const port = await freePort();
    const skewed = await startTestServer({
      beside: server,
      clock,
      environment: { ...environment, PORT: `${port}` },
    });
    const there = `http://127.0.0.1:${port}`;
    try {
      for (const [first, second] of [
        [one, there],
        [there, one],
      ] as const) {
        const headers = await sign();
        expect(await send(first, headers)).toBe('accepted');
        expect(await send(second, headers)).toBe('proof_replayed');
      }
    } finally {
      await skewed.stop();
    }
  });

  // What the database's own outages do is shown by `database-outage.int`.
  it.runIf(store === 'valkey')('refuse calls while the store is away, and recover', async () => {
    const before = await sign();
    expect(await send(one, before)).toBe('accepted');
    await valkey?.kill();
    for (const origin of [one, other.origin]) {
      const answer = await fetch(origin + path, { headers: await sign() });
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(await answer.json()).toMatchObject({
        error: { code: 'DATABASE_ERROR', details: { reason: 'database_unavailable' } },
      });
      expect(await findProofsCheck(origin)).toMatchObject({ status: 'failed' });
    }
    await valkey?.start();
    // The nonces of before are worth nothing: no process knows which proofs were used.
    const again = async () => send(one, await sign());
    await expect.poll(again, { timeout: 10_000 }).toBe('accepted');
    expect(await findProofsCheck(one)).toMatchObject({ status: 'ok' });
    expect(await send(one, before)).toBe('nonce_required');
    expect(await send(other.origin, before)).toBe('nonce_required');
  });
});
