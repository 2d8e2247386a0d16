import { randomBytes } from 'node:crypto';
import { endpoints, type Stream } from '@prahari/contract';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startWatching } from '../../../testing/play-video.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { mostTimes } from './copy-fetching.rules.ts';

const { offline, security } = endpoints;
const videoSeconds = 600;
/** The picture of a video of ten minutes, in segments of two seconds. */
const numbers = Array.from({ length: videoSeconds / 2 }, (_, at) => at + 1);
const files = Object.fromEntries(
  numbers.map((number) => [`v180/${number}.m4s`, randomBytes(50)] as const),
);

let server: TestServer;
let beside: TestServer;
/** Stands still but where it is put forward: what may be fetched grows with it. */
let nowMs = Date.now();
beforeAll(async () => {
  const clock = { now: () => new Date(nowMs) };
  server = await startTestServer({ clock });
  beside = await startTestServer({ clock, beside: server });
});
afterAll(async () => {
  await beside.stop();
  await server.stop();
});

/** A learner who watches a video and makes a copy of it, in one sign-in. */
async function startBoth() {
  const { learner, videoId, stream } = await startWatching(server, {
    durationSeconds: videoSeconds,
    files,
  });
  const { stream: copying } = await learner.call(offline.create, { body: { videoId } });
  return { learner, videoId, watching: stream, copying };
}

async function fetchFrom(
  { origin }: TestServer,
  client: TestClient,
  stream: Pick<Stream, 'manifest'>,
  number: number,
) {
  const base = /<BaseURL>([^<]+)/.exec(stream.manifest.text)?.[1] ?? '';
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
  const answer = await fetch(`${origin}${base}v180/${number}.m4s`, { headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status;
}

/** How long each segment that is requested from now on must wait. */
function watchWaits(): () => number[] {
  const counted = vi.spyOn(server.instance.composition.playback.downloadWatch, 'countSegment');
  const already = counted.mock.results.length;
  onTestFinished(() => counted.mockRestore());
  return () => counted.mock.results.slice(already).map(({ value }) => Number(value));
}

async function look(): Promise<void> {
  nowMs += 20_000;
  for (const { instance } of [server, beside])
    await instance.composition.playback.downloadWatch.judgeNow();
}

async function incidentsOf(videoId: string) {
  const root = await server.superAdmin();
  return (await root.call(security.incidents, { query: { video: videoId } })).items;
}

it('fetches a copy as fast as its line is, each segment a few times', async () => {
  const { learner, videoId, watching, copying } = await startBoth();
  const fetched = (number: number) => fetchFrom(server, learner, copying, number);
  const waitsOfCopy = watchWaits();
  const statuses = await Promise.all(numbers.map(fetched));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(new Set(waitsOfCopy())).toEqual(new Set([0]));
  for (let time = 2; time <= mostTimes; time += 1) expect(await fetched(7)).toBe(200);
  expect(await fetched(7)).toBe(429);
  // Resuming does not begin the count again.
  const { copies } = await learner.call(offline.list, {});
  const copyId = copies[0]?.id;
  const again = await learner.call(offline.create, { body: { videoId, copyId } });
  expect(await fetchFrom(server, learner, again.stream, 7)).toBe(429);
  expect(await fetchFrom(server, learner, again.stream, 8)).toBe(200);
  await look();
  expect(await incidentsOf(videoId)).toEqual([]);

  // What is watched meanwhile, of the same video, is paced as ever.
  const waits = watchWaits();
  const some = numbers.slice(0, 44);
  await Promise.all(some.map((number) => fetchFrom(server, learner, watching, number)));
  expect(Math.max(...waits())).toBeGreaterThan(2);
  await look();
  expect(await incidentsOf(videoId)).toMatchObject([{ type: 'download_suspected' }]);
});

it.each([
  ['', false],
  [', where its learner watches the same video', true],
])('does so at another process%s', async (_, isWatching) => {
  const { learner, videoId, watching, copying } = await startBoth();
  const { downloadWatch } = beside.instance.composition.playback;
  if (isWatching) expect(await fetchFrom(beside, learner, watching, 1)).toBe(200);
  expect(await fetchFrom(beside, learner, copying, 1)).toBe(200);
  await expect.poll(() => downloadWatch.isOfCopy(copying.playbackSessionId)).toBe(true);
  const fetched = (number: number) => fetchFrom(beside, learner, copying, number);
  expect(new Set(await Promise.all(numbers.map(fetched)))).toEqual(new Set([200]));
  expect(downloadWatch.isOfCopy(watching.playbackSessionId)).toBe(false);
  await look();
  expect(await incidentsOf(videoId)).toEqual([]);
});
