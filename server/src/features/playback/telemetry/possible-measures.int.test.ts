import { randomUUID } from 'node:crypto';
import { type BodyOf, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWatching } from '../../../testing/play-video.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';

const { videos } = endpoints;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Event = Extract<BodyOf<typeof videos.analytics>, { events: unknown }>['events'][number];

const an = (event: Event['event'], position: number, said: Partial<Event> = {}): Event => ({
  id: randomUUID(),
  event,
  position,
  duration: 60,
  timestamp: '2020-01-01T00:00:00Z',
  ...said,
});

it('leaves out what can not have happened, also where it is sent again', async () => {
  const { learner, videoId, playbackSessionId: playbackSession } = await startWatching(server);
  const send = (...events: Event[]) =>
    learner.call(videos.analytics, { params: { id: videoId }, body: { playbackSession, events } });
  const kept = () =>
    server.instance.foundation.db
      .selectFrom('playback_events')
      .select(['start_ms', 'stall_ms'])
      .where('playback_session_id', '=', playbackSession)
      .execute();
  const starts = Array.from({ length: 10 }, () => an('play', 1, { detail: { startMs: '90000' } }));
  const stalls = Array.from({ length: 40 }, () =>
    an('rebuffer', 2, { detail: { stallMs: '500000' } }),
  );
  for (const _ of [1, 2]) {
    await send(...starts, ...stalls);
  }
  const rows = await kept();
  expect(rows.filter(({ start_ms }) => start_ms !== null)).toHaveLength(3);
  expect(rows.filter(({ stall_ms }) => stall_ms !== null)).toHaveLength(1);
  await send(...stalls.slice(5));
  expect(await kept()).toHaveLength(rows.length);
  await send(an('progress', 3));
  expect(await kept()).toHaveLength(rows.length + 1);
});
