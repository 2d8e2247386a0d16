import { randomBytes } from 'node:crypto';
import { basePath, endpoints, runnerSecretPrefix } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

const perMinute = 20;

let one: TestServer;
let other: TestServer;
beforeAll(async () => {
  one = await startTestServer();
  other = await startTestServer({ beside: one });
});
afterAll(async () => {
  await other?.stop();
  await one?.stop();
});

/** Public, limited for each address. */
async function takeSample({ origin }: TestServer): Promise<number> {
  const { status, body } = await fetch(origin + basePath + endpoints.playbackCheck.sample.path);
  await body?.cancel();
  return status;
}

it('what one process counts, another soon refuses', async () => {
  for (let call = 0; call < perMinute; call += 1) expect(await takeSample(one)).toBe(200);
  let callsThere = 0;
  const call = () => {
    callsThere += 1;
    return takeSample(other);
  };
  await expect.poll(call, { interval: 400 }).toBe(429);
  // By its own calls alone, even if it counted them twice, it would get there later.
  expect(callsThere).toBeLessThan(perMinute / 2);
  expect(await takeSample(one)).toBe(429);
});

it('guesses of a runner’s secret count together, too', async () => {
  const { path } = endpoints.runners.take;
  const guess = async ({ origin }: TestServer) => {
    const authorization = `Bearer ${runnerSecretPrefix}${randomBytes(24).toString('base64url')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(origin + basePath + path, { method: 'POST', headers, body: '{}' });
    await answer.body?.cancel();
    return answer.status;
  };
  for (let times = 0; times < 30; times += 1) expect(await guess(one)).toBe(401);
  let guessesThere = 0;
  const again = () => {
    guessesThere += 1;
    return guess(other);
  };
  await expect.poll(again, { interval: 400 }).toBe(429);
  expect(guessesThere).toBeLessThan(15);
});
