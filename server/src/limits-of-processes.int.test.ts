import { basePath, endpoints } from '@prahari/contract';
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
