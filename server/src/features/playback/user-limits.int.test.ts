import { type ApiError, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import type { TestClient } from '../../testing/test-client.ts';

const { drm, videos } = endpoints;
const id = '0199f3c0-0000-7000-8000-000000000001';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: {
      STREAMS_PER_MINUTE: '2',
      USER_TOKENS_PER_MINUTE: '2',
      LICENCES_PER_MINUTE: '2',
    },
  });
});
afterAll(() => server.stop());

const calls: [string, (client: TestClient) => Promise<unknown>][] = [
  ['plays', (c) => c.call(videos.stream, { params: { id }, body: { userToken: 'x' } })],
  ['user tokens', (c) => c.call(drm.generateToken, { body: { videoId: id } })],
  [
    'licences',
    (c) =>
      c.call(drm.clearKeyLicense, {
        query: { playbackSession: id },
        body: { kids: ['AAAAAAAAAAAAAAAAAAAAAA'], type: 'temporary' },
      }),
  ],
];

describe.each(calls)('of %s', (_name, call) => {
  it('each user has a limit a minute', async () => {
    const [first, second] = [await server.newUser(), await server.newUser()];
    const outcome = (client: TestClient) =>
      call(client).then(
        () => undefined,
        (error: ApiError) => error,
      );
    for (let i = 0; i < 2; i += 1) expect((await outcome(first))?.status).toBe(403);
    const refused = await outcome(first);
    expect(refused).toMatchObject({
      status: 429,
      type: 'RateLimitError',
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Too many requests. Please wait a moment and try again.',
    });
    expect((await outcome(second))?.status).toBe(403);
  });
});
