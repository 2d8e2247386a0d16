import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { playVideo } from '../../../testing/play-video.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import {
  aView,
  copyVideo,
  newLearner,
  onAnotherDevice,
  renewSession,
  startCopying,
} from './offline.fixture.ts';

const { offline, videos } = endpoints;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const notFound = { status: 404, code: 'RESOURCE_NOT_FOUND' };

let server: TestServer;
let offsetMs = 0;
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(Date.now() + offsetMs) },
    environment: { DEVICES_PER_LEARNER: '2' },
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  offsetMs = 0;
});

const after = (ms: number) => new Date(Date.now() + ms);
const report = (client: TestClient, id: string, events: ReturnType<typeof aView>[]) =>
  client.call(offline.reportViews, { params: { id }, body: { events } });

const storedOf = (userId: string) =>
  server.instance.foundation.db
    .selectFrom('playback_events')
    .select(['id', 'event', 'playback_session_id', 'happened_at', 'received_at', 'seen_to'])
    .where('user_id', '=', userId)
    .orderBy('happened_at')
    .execute();

async function progressOf(client: TestClient, videoId: string) {
  const video = await client.call(videos.get, { params: { id: videoId } });
  return { at: video.resumeAtSeconds, isCompleted: video.completedAt !== null };
}

/** Plays a minute from `fromMs` after now, in two reports as they are sent when the line is back. */
function aMinute(fromMs: number) {
  const at = (seconds: number) => after(fromMs + seconds * 1000);
  return {
    first: [aView('play', 0, at(0)), aView('progress', 30, at(30))],
    rest: [aView('progress', 55, at(55)), aView('ended', 60, at(60))],
  };
}

it('counts what was watched days ago, in parts, under the first playback session of the copy', async () => {
  const { learner, videoId, grant, id } = await startCopying(server);
  await copyVideo(learner, videoId, id);
  const { first, rest } = aMinute(dayMs);
  offsetMs = 6 * dayMs;
  await renewSession(learner);
  expect(await report(learner, id, first)).toEqual({ accepted: true, completed: false });
  expect(await progressOf(learner, videoId)).toEqual({ at: 30, isCompleted: false });
  expect(await report(learner, id, rest)).toEqual({ accepted: true, completed: true });
  expect(await progressOf(learner, videoId)).toMatchObject({ isCompleted: true });
  const stored = await storedOf(learner.userId);
  expect(stored.map(({ event, seen_to }) => [event, seen_to])).toEqual([
    ['play', null],
    ['progress', 30],
    ['progress', 55],
    ['ended', 60],
  ]);
  const playbacks = new Set(stored.map((row) => row.playback_session_id));
  expect([...playbacks]).toEqual([grant.stream.playbackSessionId]);
});

it('stores an event once, however often it is reported, and at once', async () => {
  const { learner, videoId, id } = await startCopying(server);
  const { first } = aMinute(1000);
  offsetMs = hourMs / 10;
  await Promise.all([1, 2, 3].map(() => report(learner, id, first)));
  await report(learner, id, [...first, ...first]);
  expect(await storedOf(learner.userId)).toHaveLength(2);
  expect(await progressOf(learner, videoId)).toEqual({ at: 30, isCompleted: false });
});

it('is accepted only from its learner on its device', async () => {
  const { learner, id } = await startCopying(server);
  const { first } = aMinute(0);
  for (const other of [await newLearner(server), await onAnotherDevice(server, learner)])
    await expect(report(other, id, first)).rejects.toMatchObject(notFound);
  expect(await storedOf(learner.userId)).toEqual([]);
});

it('is accepted of a copy that was replaced, removed or is over, for another week', async () => {
  const { learner, videoId, id } = await startCopying(server);
  const { first, rest } = aMinute(hourMs);
  const { copy } = await copyVideo(learner, videoId);
  offsetMs = 6 * dayMs;
  await renewSession(learner);
  await report(learner, id, first);
  await learner.call(offline.remove, { params: { id } });
  offsetMs = 12 * dayMs;
  await renewSession(learner);
  expect(await report(learner, id, rest)).toMatchObject({ completed: true });
  offsetMs = 14 * dayMs;
  await renewSession(learner);
  await expect(report(learner, copy.id, first)).rejects.toMatchObject(notFound);
});

it('happened between the making of the copy and now, whatever the clock of the learner says', async () => {
  const { learner, videoId, grant, id } = await startCopying(server);
  const long = [aView('play', 0, after(-dayMs)), aView('progress', 60, after(dayMs))];
  await report(learner, id, long);
  const [begun, last] = await storedOf(learner.userId);
  expect(begun?.happened_at.toISOString()).toBe(grant.copy.createdAt);
  expect(last?.happened_at).toEqual(last?.received_at);
  // A minute does not fit between them.
  expect(last?.seen_to).toBeNull();
  expect(await progressOf(learner, videoId)).toMatchObject({ isCompleted: false });
});

it('does not move back the position of a learner who watched on meanwhile', async () => {
  const { learner, videoId, id } = await startCopying(server);
  const { first } = aMinute(10_000);
  offsetMs = hourMs / 6;
  const stream = await playVideo(learner, videoId);
  const playbackSession = stream.playbackSessionId;
  const { id: _, ...event } = aView('progress', 50, after(offsetMs));
  await learner.call(videos.analytics, {
    params: { id: videoId },
    body: { ...event, playbackSession },
  });
  await report(learner, id, first);
  expect(await progressOf(learner, videoId)).toMatchObject({ at: 50 });
  expect(await storedOf(learner.userId)).toHaveLength(3);
});

it('is no play of this moment', async () => {
  const { learner, videoId, grant, id } = await startCopying(server);
  await report(learner, id, [aView('play', 0, after(0))]);
  // Nor when a page claims to watch what it fetches.
  const { id: _, ...event } = aView('play', 0, after(0));
  const playbackSession = grant.stream.playbackSessionId;
  await learner.call(videos.analytics, {
    params: { id: videoId },
    body: { ...event, playbackSession },
  });
  const root = await server.superAdmin();
  const { playing } = await root.call(endpoints.adminHome.get, {});
  expect(playing?.items.map(({ user }) => user.id)).not.toContain(learner.userId);
  await playVideo(learner, videoId);
  const { playing: now } = await root.call(endpoints.adminHome.get, {});
  expect(now?.items.map(({ user }) => user.id)).toContain(learner.userId);
});
