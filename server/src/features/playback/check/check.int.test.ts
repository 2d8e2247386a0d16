import { gzipSync } from 'node:zlib';
import { basePath, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';

const { playbackCheck } = endpoints;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('gives everyone the time, the rules and a sample that no proxy can compress', async () => {
  const stranger = await server.newClient();
  const facts = await stranger.call(playbackCheck.facts, {});
  expect(Math.abs(Date.parse(facts.serverTime) - Date.now())).toBeLessThan(60_000);
  expect(facts.minimumScreenPixels).toBe(1366);
  const sample = await stranger.call(playbackCheck.sample, {});
  expect(sample.byteLength).toBe(facts.sampleBytes);
  expect(gzipSync(sample).byteLength).toBeGreaterThanOrEqual(facts.sampleBytes);
});

it('gives one address a limited number of samples a minute, and forbids caching', async () => {
  const ask = () => fetch(`${server.origin}${basePath}/playback-check/sample`);
  const statuses: number[] = [];
  const left: (string | undefined)[] = [];
  let last = await ask();
  for (let asked = 0; asked < 20; asked += 1) {
    statuses.push(last.status);
    left.push(/^"playback-check";r=(\d+);t=\d+$/.exec(last.headers.get('ratelimit') ?? '')?.[1]);
    expect(last.headers.get('cache-control')).toContain('no-store');
    await last.arrayBuffer();
    last = await ask();
  }
  expect(statuses[0]).toBe(200);
  expect(Number(left[0]) - Number(left[1])).toBe(1);
  expect(last.status).toBe(429);
  expect(last.headers.get('ratelimit')).toMatch(/^"playback-check";r=0;/);
  expect(last.headers.get('ratelimit-policy')).toBe('"playback-check";q=20;w=60');
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await last.json()).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED' } });
});

it('counts the addresses of one IPv6 host together, here and for reports of policies', async () => {
  const behindProxy = await startTestServer({ environment: { TRUST_PROXY: '127.0.0.1' } });
  const { reportPolicyViolation } = endpoints.security;
  const calls = [
    ['GET', playbackCheck.sample.path, 20],
    ['POST', reportPolicyViolation.path, 60],
  ] as const;
  try {
    for (const [method, path, perMinute] of calls) {
      const ask = async (address: string) => {
        const headers = { 'x-forwarded-for': address };
        const answer = await fetch(`${behindProxy.origin}${basePath}${path}`, { method, headers });
        await answer.arrayBuffer();
        return answer.status;
      };
      const statuses: number[] = [];
      for (let host = 1; host <= perMinute + 1; host += 1) {
        statuses.push(await ask(`2001:db8:7:2::${host.toString(16)}`));
      }
      expect(statuses.indexOf(429), path).toBe(perMinute);
      expect(await ask('2001:db8:7:3::1'), path).toBeLessThan(300);
    }
  } finally {
    await behindProxy.stop();
  }
});
