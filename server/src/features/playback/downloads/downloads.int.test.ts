import { randomBytes } from 'node:crypto';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startWatching } from '../../../testing/play-lesson.ts';
import { setConfig } from '../../../testing/set-config.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';

const { drm, security, videos } = endpoints;
const lessonSeconds = 600;
/** The picture of a lesson of ten minutes, in segments of two seconds. */
const files = Object.fromEntries(
  Array.from({ length: lessonSeconds / 2 }, (_, at) => [`v180/${at + 1}.m4s`, randomBytes(50)]),
);

let server: TestServer;
let shift = 0;
beforeAll(async () => {
  // The server's time runs with the machine's, and is put forward.
  server = await startTestServer({ clock: { now: () => new Date(Date.now() + shift) } });
});
afterAll(() => server.stop());

/** A learner of a program's making: signed in, with a stream and its licence. */
async function startProgram() {
  const { learner, videoId, keys, stream } = await startWatching(server, {
    durationSeconds: lessonSeconds,
    files,
  });
  const body = {
    kids: keys.map(({ keyId }) => keyId.toString('base64url')),
    type: 'temporary' as const,
  };
  const query = { playbackSession: stream.playbackSessionId };
  const licence = await learner.call(drm.clearKeyLicense, { query, body });
  expect(licence.keys.length).toBeGreaterThan(0);
  const base = /<BaseURL>([^<]+)/.exec(stream.manifest.text)?.[1] ?? '';
  const cookie = [...learner.cookies].map((pair) => pair.join('=')).join('; ');
  const get = async (number: number, headers = {}, signal = AbortSignal.timeout(20_000)) => {
    const answer = await fetch(`${server.origin}${base}v180/${number}.m4s`, {
      headers: { cookie, ...headers },
      signal,
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  return { learner, videoId, stream, get, id: stream.playbackSessionId };
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

async function look(afterMs: number): Promise<void> {
  shift += afterMs;
  await server.instance.composition.playback.downloads.lookNow();
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
    const statuses = await Promise.all(numbers(1, 80).map((number) => get(number)));
    // 150 s of the lesson at once; the rest waits, at 2.5 s of it in a second.
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
      metadata: { fetchedSeconds: '160', heard: 'false', seenBy: 'server' },
    });
    expect(await get(81)).toBe(403);
    const again = learner.call(drm.generateToken, { body: { videoId } });
    const { userToken } = await again;
    await expect(
      learner.call(videos.stream, { params: { id: videoId }, body: { userToken } }),
    ).rejects.toMatchObject({ status: 403 });
    await setConfig(server, {});
  });

  it('goes on at the pace of play where the policy does not end it', async () => {
    const { videoId, get } = await startProgram();
    await Promise.all(numbers(1, 78).map((number) => get(number)));
    await look(20_000);
    expect((await incidentsOf(videoId)).map(({ confidence }) => confidence)).toEqual(['high']);
    expect(await get(1)).toBe(200);
    // Most of the lesson is not to be had at this speed.
    const leaving = new AbortController();
    const statuses: number[] = [];
    const asked = numbers(79, 300).map(async (number) => {
      statuses.push(await get(number, {}, leaving.signal));
    });
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(150), { timeout: 5000 });
    expect(new Set(statuses)).toContain(429);
    leaving.abort();
    await Promise.allSettled(asked);
  });
});

describe('a page that plays', () => {
  it('gets ten buffers at once when it reports, and is not accused', async () => {
    const { learner, videoId, get, id } = await startProgram();
    const body = { playbackSession: id, event: 'play' as const };
    expect(await get(1, { 'cmcd-session': `sid="${id}"` })).toBe(200);
    await learner.call(videos.analytics, {
      params: { id: videoId },
      body: {
        ...body,
        id: crypto.randomUUID(),
        position: 0,
        duration: lessonSeconds,
        timestamp: new Date().toISOString(),
      },
    });
    const headers = { 'cmcd-session': `sid="${id}"` };
    const statuses = await Promise.all(numbers(1, 300).map((number) => get(number, headers)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await look(20_000);
    expect(await incidentsOf(videoId)).toEqual([]);
  });
});

it('cannot be said by a browser', async () => {
  const { learner } = await startProgram();
  const body = { incidents: [{ type: 'download_suspected' }] };
  await expect(
    // @ts-expect-error the contract does not know it either
    learner.call(security.reportIncidents, { body }),
  ).rejects.toMatchObject({ status: 400 });
});
