import { randomUUID } from 'node:crypto';
import { type BodyOf, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWatching } from '../../../testing/play-video.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';

const { videos } = endpoints;

let server: TestServer;
let watching: Awaited<ReturnType<typeof startWatching>>;
beforeAll(async () => {
  server = await startTestServer();
  watching = await startWatching(server);
});
afterAll(() => server.stop());

type Event = Extract<BodyOf<typeof videos.analytics>, { events: unknown }>['events'][number];

const an = (said: Partial<Event> = {}): Event => ({
  id: randomUUID(),
  event: 'progress',
  position: 1,
  duration: 60,
  timestamp: new Date().toISOString(),
  ...said,
});

function send(events: readonly Event[]) {
  const { learner, videoId, playbackSessionId: playbackSession } = watching;
  const body = { playbackSession, events: [...events] };
  return learner.call(videos.analytics, { params: { id: videoId }, body });
}

const kept = () =>
  server.instance.foundation.db
    .selectFrom('playback_events')
    .select(['happened_at', 'received_at', 'seen_from', 'seen_to'])
    .where('playback_session_id', '=', watching.playbackSessionId)
    .orderBy('happened_at')
    .execute();

it('refuses ten thousand events before they are parsed, and keeps none', async () => {
  const many = Array.from({ length: 10_000 }, () => an());
  await expect(send(many)).rejects.toMatchObject({ status: 413 });
  expect(await kept()).toEqual([]);
});

it.each(['+275760-09-13T00:00:00Z', '2026-13-01T00:00:00Z', 'tomorrow', ''])(
  'refuses the time %j',
  async (timestamp) => {
    await expect(send([an({ timestamp })])).rejects.toMatchObject({ status: 400 });
  },
);

it('keeps times of the future as they were told, and counts nothing as watched until then', async () => {
  const begun = Date.now();
  await send([an({ event: 'play', position: 0 })]);
  const future = ['2099-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
  for (const [at, timestamp] of future.entries())
    await send([an({ timestamp, position: 50_000 + at })]);
  const [first, ...later] = await kept();
  expect(first?.happened_at.getTime()).toBeGreaterThanOrEqual(begun);
  expect(later.map(({ happened_at }) => happened_at.toISOString())).toEqual(future);
  for (const { received_at, seen_from, seen_to } of later) {
    expect(received_at.getTime()).toBeLessThanOrEqual(Date.now());
    expect((seen_to ?? 0) - (seen_from ?? 0)).toBe(0);
  }
});
