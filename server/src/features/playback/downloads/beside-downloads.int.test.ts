import { randomBytes } from 'node:crypto';
import { endpoints, type PlaybackEventName, type Stream } from '@prahari/contract';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startWatching } from '../../../testing/play-video.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { mostTimes } from './copy-fetching.rules.ts';

const { offline, security, videos } = endpoints;
const videoSeconds = 600;
/** The picture of a video of ten minutes, in segments of two seconds. */
const files = Object.fromEntries(
  Array.from({ length: videoSeconds / 2 }, (_, at) => [`v180/${at + 1}.m4s`, randomBytes(50)]),
);

let one: TestServer;
let other: TestServer;
/** Stands still but where it is put forward: what may be fetched grows with it. */
let nowMs = Date.now();
beforeAll(async () => {
  // Clocks of processes differ.
  one = await startTestServer({ clock: { now: () => new Date(nowMs) } });
  other = await startTestServer({ clock: { now: () => new Date(nowMs + 90_000) }, beside: one });
});
afterAll(async () => {
  await other?.stop();
  await one?.stop();
});

const watchOf = ({ instance }: TestServer) => instance.composition.playback.downloadWatch;

async function startPlaying() {
  const listPublished = watchPublished();
  nowMs = Math.max(nowMs, Date.now());
  const watching = await startWatching(one, { durationSeconds: videoSeconds, files });
  const { learner, videoId, stream } = watching;
  const get = getOf(learner, stream);
  // The other one looks up who that is.
  expect([await get(one, 1), await get(other, 2)]).toEqual([200, 200]);
  await expect.poll(() => get(other, 2)).toBe(200);
  // Before both know whose segments these are, the other one sends one a second.
  await expect.poll(() => listPublished(learner.userId)).toEqual(['serves', 'serves']);
  return { learner, videoId, get, id: stream.playbackSessionId };
}

function getOf(learner: TestClient, stream: Pick<Stream, 'manifest'>, headers = {}) {
  const base = /<BaseURL>([^<]+)/.exec(stream.manifest.text)?.[1] ?? '';
  const cookie = [...learner.cookies].map((pair) => pair.join('=')).join('; ');
  /** @returns the status; undefined if it came too late */
  return async ({ origin }: TestServer, number: number, withinMs = 20_000) => {
    const signal = AbortSignal.timeout(withinMs);
    const asked = fetch(`${origin}${base}v180/${number}.m4s`, {
      headers: { cookie, ...headers },
      signal,
    });
    const answer = await asked.catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.status;
  };
}

/** How long each segment that is requested from now on must wait. */
function watchWaits(server: TestServer): () => number[] {
  const counted = vi.spyOn(watchOf(server), 'countSegment');
  onTestFinished(() => counted.mockRestore());
  return () => counted.mock.results.map(({ value }) => Number(value));
}

/** Collects what processes publish about learners from now on. */
function watchPublished() {
  const published: { says: string; userId?: string }[] = [];
  one.instance.foundation.notifications.on('fetched_segments', (message) => {
    published.push(...JSON.parse(message).items);
  });
  return (userId: string) =>
    published.filter((item) => item.userId === userId).map(({ says }) => says);
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** No wait ends so soon. */
const soonMs = 300;
const inTurn = (number: number) => (number % 2 === 1 ? one : other);

type Player = Awaited<ReturnType<typeof startPlaying>>;

async function report(
  { learner, videoId, id }: Pick<Player, 'learner' | 'videoId' | 'id'>,
  event: PlaybackEventName,
  position: number,
  detail?: Record<string, string>,
): Promise<void> {
  // Later than the start.
  nowMs += 1000;
  const timestamp = new Date().toISOString();
  const said = { id: crypto.randomUUID(), event, position, duration: videoSeconds, timestamp };
  const body = { playbackSession: id, ...said, ...(detail && { detail }) };
  await learner.call(videos.analytics, { params: { id: videoId }, body });
}

async function incidentsOf(videoId: string) {
  const root = await one.superAdmin();
  return (await root.call(security.incidents, { query: { video: videoId } })).items;
}

it('a program that fetches from two processes in turn is delayed, refused and recorded once', async () => {
  const { videoId, get } = await startPlaying();
  const waits = { one: watchWaits(one), other: watchWaits(other) };
  for (const number of numbers(3, 38)) expect(await get(inTurn(number), number)).toBe(200);
  expect(new Set([...waits.one(), ...waits.other()])).toEqual(new Set([0]));
  let next = 38;
  const fetchBoth = async () => {
    next += 2;
    await Promise.all([get(one, next - 1, soonMs), get(other, next, soonMs)]);
    return Math.min(waits.one().at(-1) ?? 0, waits.other().at(-1) ?? 0);
  };
  await expect.poll(fetchBoth, { interval: 400 }).toBeGreaterThan(0);
  // By what it sent itself, each would delay its 40th.
  expect(next).toBeLessThan(70);
  for (const server of [one, other]) {
    const fetchNext = () => {
      next += 1;
      return get(server, next, soonMs);
    };
    await expect.poll(fetchNext, { interval: 10 }).toBe(429);
  }
  expect(next).toBeLessThan(100);

  nowMs += 20_000;
  await Promise.all([watchOf(one).judgeNow(), watchOf(other).judgeNow()]);
  const [incident, ...others] = await incidentsOf(videoId);
  expect(others).toEqual([]);
  expect(incident).toMatchObject({ type: 'download_suspected', confidence: 'high' });
  expect(Number(incident?.metadata['fetchedSeconds'])).toBeGreaterThanOrEqual(80);
  const { db } = one.instance.foundation;
  const raced = await db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'segments.raced')
    .execute();
  expect(raced).toHaveLength(1);
});

it('a suspicion of one process is known to the other', async () => {
  const player = await startPlaying();
  await report(player, 'play', 0);
  for (const server of [one, other]) await watchOf(server).judgeNow();
  // A page that reports may fetch so much before it says why.
  for (const number of numbers(3, 110)) expect(await player.get(inTurn(number), number)).toBe(200);
  let next = 110;
  nowMs += 10_000;
  await report(player, 'progress', 30);
  const incidents = async () => {
    nowMs += 3000;
    next += 2;
    expect(await player.get(one, next)).toBe(200);
    await watchOf(one).judgeNow();
    return (await incidentsOf(player.videoId)).map(({ confidence }) => confidence);
  };
  await expect.poll(incidents, { interval: 400 }).toContain('high');
  const waits = watchWaits(other);
  const before = next;
  const waitThere = async () => {
    next += 2;
    await player.get(other, next, soonMs);
    return waits().at(-1);
  };
  await expect.poll(waitThere, { interval: 400 }).toBeGreaterThan(0);
  // Without it, some thirty more are sent before, or as many as until it becomes sure itself.
  expect(next - before).toBeLessThan(24);
});

it('an ordinary player that fetches from two processes in turn is not delayed', async () => {
  const listPublished = watchPublished();
  const player = await startPlaying();
  const published = () => listPublished(player.learner.userId);
  await report(player, 'play', 0);
  const waits = { one: watchWaits(one), other: watchWaits(other) };
  const fetchNext = async (number: number) => {
    expect(await player.get(inTurn(number), number)).toBe(200);
  };
  for (const number of numbers(3, 30)) await fetchNext(number);
  for (const number of numbers(31, 90)) {
    nowMs += 2000;
    await fetchNext(number);
    if (number % 15 > 0) continue;
    await report(player, 'progress', (number - 30) * 2);
    for (const server of [one, other]) await watchOf(server).judgeNow();
  }
  // While its buffer fills, some fetches may be published.
  expect(published().length).toBeLessThanOrEqual(4);
  // Two jumps in a row, which are reported after their buffers were filled.
  for (const number of [...numbers(150, 179), ...numbers(220, 249)]) await fetchNext(number);
  await expect.poll(published).toContain('sent');
  await report(player, 'seek', 298, { from: '120.0' });
  await report(player, 'seek', 438, { from: '300.0' });
  for (const number of numbers(250, 270)) {
    nowMs += 2000;
    await fetchNext(number);
    for (const server of [one, other]) await watchOf(server).judgeNow();
  }
  expect(new Set([...waits.one(), ...waits.other()])).toEqual(new Set([0]));
  expect(await incidentsOf(player.videoId)).toEqual([]);
});

it('a copy gets no more of a segment at another process', async () => {
  const { learner, videoId } = await startPlaying();
  const { stream } = await learner.call(offline.create, { body: { videoId } });
  const get = getOf(learner, stream);
  const some = numbers(1, 20);
  expect(await get(other, 300)).toBe(200);
  for (let times = 0; times < mostTimes; times += 1)
    for (const number of some) expect(await get(one, number)).toBe(200);
  let asked = 0;
  const first = () => {
    asked += 1;
    return get(other, asked);
  };
  await expect.poll(first, { interval: 400 }).toBe(429);
  expect(asked).toBeLessThan(some.length);
  expect(await get(other, 299)).toBe(200);
});
