import { randomBytes } from 'node:crypto';
import { endpoints, type PlaybackEventName, type Stream } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openAhead, startWatching } from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import { setConfig } from '../../../testing/set-config.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { findLastReports, findPlaybackSessions } from '../sessions/sessions.repository.ts';
import { sumJumpedSeconds } from '../telemetry/playback-events.repository.ts';
import { createDownloadWatch } from './watch-downloads.adapter.ts';

const { drm, security, videos } = endpoints;
const videoSeconds = 600;
/** The picture of a video of ten minutes, in segments of two seconds. */
const files = Object.fromEntries(
  Array.from({ length: videoSeconds / 2 }, (_, at) => [`v180/${at + 1}.m4s`, randomBytes(50)]),
);

let server: TestServer;
/**
 * The server's time stands still but where it is put forward: a busy machine takes its time, and what
 * may be fetched grows with it.
 */
let nowMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(nowMs) } });
});
afterAll(() => server.stop());

/** A learner of a program's making: signed in, with a stream and its licence. */
async function startProgram() {
  nowMs = Math.max(nowMs, Date.now());
  const { learner, videoId, keys, stream } = await startWatching(server, {
    durationSeconds: videoSeconds,
    files,
  });
  const body = {
    kids: keys.map(({ keyId }) => keyId.toString('base64url')),
    type: 'temporary' as const,
  };
  const query = { playbackSession: stream.playbackSessionId };
  const licence = await learner.call(drm.clearKeyLicense, { query, body });
  expect(licence.keys.length).toBeGreaterThan(0);
  return {
    learner,
    videoId,
    get: getOf(learner, stream),
    id: stream.playbackSessionId,
  };
}

function getOf(learner: TestClient, stream: Pick<Stream, 'manifest'>) {
  const base = /<BaseURL>([^<]+)/.exec(stream.manifest.text)?.[1] ?? '';
  const cookie = [...learner.cookies].map((pair) => pair.join('=')).join('; ');
  return async (
    number: number,
    headers = {},
    signal = AbortSignal.timeout(20_000),
    method = 'GET',
  ) => {
    const answer = await fetch(`${server.origin}${base}v180/${number}.m4s`, {
      method,
      headers: { cookie, ...headers },
      signal,
    });
    await answer.arrayBuffer();
    return answer.status;
  };
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

async function look(afterMs: number): Promise<void> {
  nowMs += afterMs;
  await server.instance.composition.playback.downloadWatch.judgeNow();
}

/** How long each segment that is requested from now on must wait. */
function watchWaits(): () => number[] {
  const counted = vi.spyOn(server.instance.composition.playback.downloadWatch, 'countSegment');
  onTestFinished(() => counted.mockRestore());
  return () => counted.mock.results.map(({ value }) => Number(value));
}

async function incidentsOf(videoId: string) {
  const admin = await server.superAdmin();
  const { items } = await admin.call(security.incidents, { query: { video: videoId } });
  return items;
}

describe('a program that signs in, takes the licence and fetches all segments at once', () => {
  it('is paced, recorded with high confidence within 30 s, and ended where the policy says so', async () => {
    await setConfig(server, { playback: { endDownloads: true } });
    const { learner, videoId, get, id } = await startProgram();
    const begun = Date.now();
    const statuses = await Promise.all(numbers(1, 44).map((number) => get(number)));
    // 78 s of the video at once; the rest waits, at 2 s of it in a second.
    expect(statuses.every((status) => status === 200)).toBe(true);
    expect(Date.now() - begun).toBeGreaterThan(2000);
    await look(20_000);
    const [incident, ...others] = await incidentsOf(videoId);
    expect(others).toEqual([]);
    expect(incident).toMatchObject({
      type: 'download_suspected',
      confidence: 'high',
      severity: 'high',
      violation: false,
      playbackSessionId: id,
      metadata: { fetchedSeconds: '88', heard: 'false', seenBy: 'server' },
    });
    const raced = await server.instance.foundation.db
      .selectFrom('events')
      .select(['data', 'user_id', 'device_id'])
      .where('name', '=', 'segments.raced')
      .execute();
    expect(raced).toMatchObject([
      {
        data: {
          videoId,
          playbackSessionId: id,
          mediaSeconds: 88,
          elapsedSeconds: expect.any(Number),
        },
        user_id: learner.userId,
        device_id: learner.deviceId,
      },
    ]);
    expect(await get(81)).toBe(403);
    const again = learner.call(drm.generateToken, { body: { videoId } });
    const { userToken } = await again;
    await expect(
      learner.call(videos.stream, { params: { id: videoId }, body: { userToken } }),
    ).rejects.toMatchObject({ status: 403 });
    await setConfig(server, {});
  });

  it('continues at the speed of playback where the policy does not end it', async () => {
    const { videoId, get } = await startProgram();
    await Promise.all(numbers(1, 44).map((number) => get(number)));
    await look(20_000);
    expect((await incidentsOf(videoId)).map(({ confidence }) => confidence)).toEqual(['high']);
    expect(await get(1)).toBe(200);
    // Most of the video is not to be had at this speed.
    await Promise.all(numbers(45, 64).map((number) => get(number)));
    const leaving = new AbortController();
    const statuses: number[] = [];
    const asked = numbers(65, 300).map(async (number) => {
      statuses.push(await get(number, {}, leaving.signal));
    });
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(150), { timeout: 30_000 });
    expect(new Set(statuses)).toContain(429);
    leaving.abort();
    await Promise.allSettled(asked);
  });
});

type Program = Awaited<ReturnType<typeof startProgram>>;

async function report(
  { learner, videoId, id }: Pick<Program, 'learner' | 'videoId' | 'id'>,
  event: PlaybackEventName,
  position = 0,
  detail?: Record<string, string>,
): Promise<void> {
  const timestamp = new Date().toISOString();
  const said = { id: crypto.randomUUID(), event, position, duration: videoSeconds, timestamp };
  const body = { playbackSession: id, ...said, ...(detail && { detail }) };
  await learner.call(videos.analytics, { params: { id: videoId }, body });
}

describe('a program that reports like a page', () => {
  it('gets a few buffers at once, is recorded within 30 s, and then goes no faster than play', async () => {
    const program = await startProgram();
    const headers = { 'cmcd-session': `sid="${program.id}"` };
    await program.get(1, headers);
    await report(program, 'play');
    const statuses = await Promise.all(
      numbers(2, 300).map((number) => program.get(number, headers, AbortSignal.timeout(20_000))),
    );
    // Of ten minutes four at once, and what ten seconds bring.
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(145);
    expect(statuses).toContain(429);
    await look(10_000);
    await report(program, 'progress', 30);
    await look(12_000);
    const [incident] = await incidentsOf(program.videoId);
    expect(incident).toMatchObject({ confidence: 'medium', metadata: { heard: 'true' } });
    const begun = Date.now();
    await Promise.all(numbers(290, 294).map((number) => program.get(number, headers)));
    expect(Date.now() - begun).toBeGreaterThan(2000);
  });

  it('is recorded when it explains a whole video with false jumps', async () => {
    const program = await startProgram();
    const headers = { 'cmcd-session': `sid="${program.id}"` };
    await program.get(1, headers);
    await report(program, 'play');
    const leaving = new AbortController();
    const asked: Promise<number>[] = [];
    const waits = watchWaits();
    for (const at of [2, 102, 202]) {
      const some = numbers(at, Math.min(300, at + 99));
      asked.push(...some.map((number) => program.get(number, headers, leaving.signal)));
      await vi.waitFor(() => expect(waits()).toHaveLength(asked.length), { timeout: 30_000 });
      nowMs += 300;
      await report(program, 'seek', 599, { from: '1.0' });
      await look(1010);
    }
    leaving.abort();
    await Promise.allSettled(asked);
    await look(0);
    const incidents = await incidentsOf(program.videoId);
    expect(incidents[0]).toMatchObject({ confidence: 'medium', metadata: { heard: 'true' } });
  });

  it('gets no more at once by signing in again and again', async () => {
    const { learner, videoId } = await startProgram();
    const gets: ReturnType<typeof getOf>[] = [];
    for (let signIn = 0; signIn < 4; signIn += 1) {
      await learner.signIn(learner.contactNumber, testPassword);
      await learner.confirmPassword(testPassword);
      gets.push(getOf(learner, await openAhead(learner, videoId)));
    }
    const leaving = AbortSignal.timeout(1000);
    const asked = gets.flatMap((get, signIn) =>
      numbers(signIn * 39 + 1, signIn * 39 + 39).map((number) => get(number, {}, leaving)),
    );
    const answers = await Promise.allSettled(asked);
    const got = answers.filter((one) => one.status === 'fulfilled' && one.value === 200);
    expect(got.length * 2).toBeLessThanOrEqual(78 + 4);
  });

  it('waits for a delayed segment, however it requests it', async () => {
    const { get } = await startProgram();
    await Promise.all(numbers(1, 39).map((number) => get(number)));
    const soon = () => AbortSignal.timeout(300);
    const later = numbers(43, 48);
    await Promise.allSettled([
      ...later.map((number) => get(number, {}, soon(), 'HEAD')),
      ...later.map((number) => get(number, { range: 'bytes=0-0' }, soon())),
    ]);
    const again = await Promise.allSettled(later.map((number) => get(number, {}, soon())));
    expect(again.map(({ status }) => status)).toEqual(later.map(() => 'rejected'));
  });

  it('has one allowance for all videos, opened ahead or again', async () => {
    const program = await startProgram();
    const { learner, get } = program;
    expect(new Set(await Promise.all(numbers(1, 39).map((number) => get(number))))).toEqual(
      new Set([200]),
    );
    const { videoId: nextId } = await addReadyVideo(server, {
      durationSeconds: videoSeconds,
      files,
    });
    for (const [videoId, ahead] of [
      [nextId, true],
      [program.videoId, false],
    ] as const) {
      const { userToken } = await learner.call(drm.generateToken, { body: { videoId } });
      const body = { userToken, ahead };
      const stream = await learner.call(videos.stream, { params: { id: videoId }, body });
      const fetchNext = getOf(learner, stream);
      await fetchNext(40);
      const begun = Date.now();
      await Promise.all(numbers(50, 54).map((number) => fetchNext(number)));
      expect(Date.now() - begun).toBeGreaterThan(2000);
      nowMs += 6000;
    }
  });
});

it('gets two segments from a process that does not know its learner yet, and no more at once after that', async () => {
  const { videoId, id } = await startProgram();
  const known = Promise.withResolvers<string>();
  const { foundation, composition } = server.instance;
  const downloads = createDownloadWatch({
    ...foundation,
    systemConfig: composition.systemConfig,
    videos: { readManifest: () => known.promise },
    findPlaybackSessions,
    findLastReports,
    sumJumpedSeconds,
    recordDownload: async () => {},
    recordSilence: async () => {},
    recordBareFetches: async () => {},
  });
  const count = (number: number, isSent = false) =>
    downloads.countSegment({
      sessionId: 'elsewhere',
      videoId,
      playbackId: id,
      folder: 'v180',
      number,
      isBare: false,
      isSent,
    });
  expect(numbers(1, 7).map((number) => count(number))).toEqual([
    0,
    0,
    expect.closeTo(1, 0),
    expect.closeTo(2, 0),
    expect.closeTo(3, 0),
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]);
  // Segments that nginx has already sent do not count against a player.
  expect(count(8, true)).toBe(0);
  known.resolve('');
  await vi.waitFor(() => expect(count(9)).toBe(0), { timeout: 30_000 });
  expect(numbers(10, 39).map((number) => count(number))).toEqual(numbers(10, 39).map(() => 0));
  expect(
    numbers(60, 69)
      .map((number) => count(number))
      .at(-1),
  ).toBeGreaterThan(3);
  await downloads.stop();
});

describe('a page that plays', () => {
  it('is not accused when it reports a jump after it landed', async () => {
    const program = await startProgram();
    const { videoId, get, id } = program;
    const headers = { 'cmcd-session': `sid="${id}"` };
    expect(await get(1, headers)).toBe(200);
    await report(program, 'play');
    const places = [numbers(1, 32), numbers(150, 184), numbers(250, 284)].flat();
    const statuses = await Promise.all(places.map((number) => get(number, headers)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await report(program, 'seek', 300, { from: '2.0' });
    await report(program, 'seek', 500, { from: '301.5' });
    await look(10_000);
    await report(program, 'progress', 510);
    await look(20_000);
    expect(await incidentsOf(videoId)).toEqual([]);
    const waits = watchWaits();
    await Promise.all(numbers(60, 120).map((number) => get(number, headers)));
    expect(waits()).toEqual(numbers(60, 120).map(() => 0));
  });

  it('that claims a jump from nowhere causes no harm', async () => {
    const program = await startProgram();
    await program.get(1);
    await report(program, 'play');
    await report(program, 'seek', 5, { from: "x' OR 1" });
    await report(program, 'seek', 360_000, { from: '9'.repeat(60) });
    await Promise.all(numbers(1, 120).map((number) => program.get(number)));
    await look(0);
    // The claims were readable: nothing has to wait.
    const waits = watchWaits();
    await Promise.all(numbers(121, 180).map((number) => program.get(number)));
    expect(waits()).toEqual(numbers(121, 180).map(() => 0));
  });
});

it('a browser cannot report a suspected download', async () => {
  const { learner } = await startProgram();
  const body = { incidents: [{ type: 'download_suspected' }] };
  await expect(
    // @ts-expect-error the contract does not know it either
    learner.call(security.reportIncidents, { body }),
  ).rejects.toMatchObject({ status: 400 });
});
