import { randomUUID } from 'node:crypto';
import { type BodyOf, buildUrl, endpoints, limits } from '@prahari/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../platform/db/database.ts';
import { allowStreams } from '../../testing/play-video.ts';
import { addReadyVideo } from '../../testing/ready-video.ts';
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts';
import type { TestClient } from '../../testing/test-client.ts';

const { drm, videos, auth } = endpoints;

let server: TestServer;
let db: Db;
let offsetMs = 0;
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(Date.now() + offsetMs) },
    environment: { DEVICES_PER_LEARNER: '2' },
  });
  db = server.instance.foundation.db;
  await allowStreams(server, 100);
});
beforeEach(() => {
  offsetMs = 0;
});
afterAll(() => server.stop());

const refusal = (status: number, reason: string) => ({ status, reason });
const ended = refusal(403, 'playback_session_ended');

async function confirmedLearner() {
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  return learner;
}

/** The same learner at another machine. */
async function secondDevice(learner: { contactNumber: string }): Promise<TestClient> {
  const device = await server.newClient();
  await device.signIn(learner.contactNumber, testPassword);
  await device.confirmPassword(testPassword);
  return device;
}

async function tokenFor(client: TestClient, id: string): Promise<string> {
  return (await client.call(drm.generateToken, { body: { videoId: id } })).userToken;
}

function stream(client: TestClient, id: string, userToken: string) {
  return client.call(videos.stream, { params: { id }, body: { userToken } });
}

async function play(client: TestClient, id: string) {
  return stream(client, id, await tokenFor(client, id));
}

function manifest(client: TestClient, id: string, playbackSession: string) {
  return client.call(videos.manifestDash, { params: { id }, query: { playbackSession } });
}

type Report = Extract<BodyOf<typeof videos.analytics>, { event: unknown }>;
type Given = Pick<Report, 'playbackSession' | 'event' | 'position'>;
function report(client: TestClient, id: string, given: Given) {
  const body = { ...given, duration: 60, timestamp: '2020-01-01T00:00:00Z' };
  return client.call(videos.analytics, { params: { id }, body });
}

describe('whether playback may start', () => {
  it('is said with the reason', async () => {
    const learner = await server.newUser();
    const { videoId } = await addReadyVideo(server);
    const ask = (id: string, userToken: string) =>
      learner.call(videos.accessValidation, { params: { id }, body: { userToken } });
    const no = (reason: string) => ({ allowed: false, reason });
    expect(await ask(videoId, 'x')).toEqual(no('access_session_required'));
    await learner.confirmPassword(testPassword);
    expect(await ask(randomUUID(), 'x')).toEqual(no('video_not_available'));
    expect(await ask(videoId, 'x')).toEqual(no('user_token_invalid'));
    const userToken = await tokenFor(learner, videoId);
    expect(await ask(videoId, userToken)).toEqual({ allowed: true, reason: null });
  });
});

describe('opening a playback session', () => {
  it('answers everything that a player needs, and leaves a fact behind', async () => {
    const learner = await confirmedLearner();
    const { videoId } = await addReadyVideo(server, { durationSeconds: 90.5 });
    const access = await learner.call(auth.validate, {});
    const answer = await play(learner, videoId);
    const id = answer.playbackSessionId;
    expect(answer).toMatchObject({
      videoId,
      title: 'Refraction of light',
      durationSeconds: 90.5,
      manifest: { dash: `/api/v1/videos/${videoId}/manifest/dash?playbackSession=${id}` },
      keySystems: {
        'org.w3.clearkey': { licenseUrl: `/api/v1/drm/clearkey/license?playbackSession=${id}` },
      },
      policy: { ...limits.streaming, progressEverySeconds: limits.progressEverySeconds },
      resumeAtSeconds: 0,
      expiresAt: access.videoAccessExpiresAt,
    });
    expect(answer.posterUrl).toMatch(/^\/media\/[\w.-]+\/poster\.jpg$/);
    expect(answer.watermark.maskedNumber).toBe(`•••• ••${learner.contactNumber.slice(-4)}`);
    expect(answer.watermark.sessionCode).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    const stored = await db
      .selectFrom('playback_sessions')
      .selectAll()
      .where('code', '=', answer.watermark.sessionCode)
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({
      id,
      user_id: learner.userId,
      device_id: learner.deviceId,
      video_id: videoId,
      ended_at: null,
    });
    const facts = await db
      .selectFrom('events')
      .select('data')
      .where('name', '=', 'playback.opened')
      .execute();
    expect(facts.map((fact) => fact.data)).toContainEqual({
      playbackSessionId: id,
      userId: learner.userId,
      videoId,
    });
  });

  it('needs a fresh token of this very learner, session, device and video', async () => {
    const [learner, stranger] = [await confirmedLearner(), await confirmedLearner()];
    const { videoId } = await addReadyVideo(server);
    const other = await addReadyVideo(server);
    const userToken = await tokenFor(learner, videoId);
    const refused = refusal(403, 'user_token_invalid');
    await expect(stream(stranger, videoId, userToken)).rejects.toMatchObject(refused);
    const device = await secondDevice(learner);
    await expect(stream(device, videoId, userToken)).rejects.toMatchObject(refused);
    await expect(stream(learner, other.videoId, userToken)).rejects.toMatchObject(refused);
    await expect(stream(learner, videoId, `${userToken}A`)).rejects.toMatchObject(refused);
    const accessToken = learner.accessToken ?? '';
    await expect(stream(learner, videoId, accessToken)).rejects.toMatchObject(refused);
    offsetMs = 301_000;
    await expect(stream(learner, videoId, userToken)).rejects.toMatchObject(refused);
    offsetMs = 0;
    await stream(learner, videoId, userToken);
  });

  it('needs an open video-access session', async () => {
    const learner = await confirmedLearner();
    const { videoId } = await addReadyVideo(server);
    const userToken = await tokenFor(learner, videoId);
    await db
      .updateTable('sessions')
      .set({ video_access_expires_at: null })
      .where('user_id', '=', learner.userId)
      .execute();
    const refused = refusal(403, 'access_session_required');
    await expect(stream(learner, videoId, userToken)).rejects.toMatchObject(refused);
  });

  it('ends the older one of the same sign-in and video, and no other', async () => {
    const learner = await confirmedLearner();
    const { videoId } = await addReadyVideo(server);
    const other = await addReadyVideo(server);
    const device = await secondDevice(learner);
    const elsewhere = await play(device, videoId);
    const otherVideo = await play(learner, other.videoId);
    const older = await play(learner, videoId);
    const newer = await play(learner, videoId);
    await expect(manifest(learner, videoId, older.playbackSessionId)).rejects.toMatchObject(ended);
    await manifest(learner, videoId, newer.playbackSessionId);
    await manifest(learner, other.videoId, otherVideo.playbackSessionId);
    await manifest(device, videoId, elsewhere.playbackSessionId);
  });

  it('leaves exactly one when many are opened at once', async () => {
    const learner = await confirmedLearner();
    const { videoId } = await addReadyVideo(server);
    const tokens = await Promise.all(Array.from({ length: 6 }, () => tokenFor(learner, videoId)));
    const answers = await Promise.all(
      tokens.map((userToken) => stream(learner, videoId, userToken)),
    );
    expect(new Set(answers.map((answer) => answer.watermark.sessionCode)).size).toBe(6);
    const outcomes = await Promise.allSettled(
      answers.map((answer) => manifest(learner, videoId, answer.playbackSessionId)),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  it('never outlives the sign-in', async () => {
    const learner = await confirmedLearner();
    const { videoId } = await addReadyVideo(server);
    const signInEndsAt = new Date(Date.now() + 600_000);
    await db
      .updateTable('sessions')
      .set({ expires_at: signInEndsAt })
      .where('user_id', '=', learner.userId)
      .execute();
    expect((await play(learner, videoId)).expiresAt).toBe(signInEndsAt.toISOString());
  });
});

describe('the manifest', () => {
  it('leads to the media of this session, and is not kept', async () => {
    const learner = await confirmedLearner();
    const { videoId } = await addReadyVideo(server);
    const stream = await play(learner, videoId);
    const query = { playbackSession: stream.playbackSessionId };
    const url = buildUrl(server.origin, videos.manifestDash, { params: { id: videoId }, query });
    const answer = await fetch(url, { headers: await learner.headersFor('GET', url) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/dash+xml');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.text();
    expect(text).toMatch(/<MPD [^>]*>\n {2}<BaseURL>\/media\/[\w.-]+\/<\/BaseURL>\n {2}<Period/);
    expect(stream.manifest.text).toBe(text);
  });

  it('is refused without token and proof', async () => {
    const learner = await confirmedLearner();
    const { videoId } = await addReadyVideo(server);
    const answer = await play(learner, videoId);
    expect((await fetch(`${server.origin}${answer.manifest.dash}`)).status).toBe(401);
  });

  it("is refused for another user's session, another device, another video and no session", async () => {
    const [learner, stranger] = [await confirmedLearner(), await confirmedLearner()];
    const { videoId } = await addReadyVideo(server);
    const other = await addReadyVideo(server);
    const { playbackSessionId } = await play(learner, videoId);
    const device = await secondDevice(learner);
    await expect(manifest(stranger, videoId, playbackSessionId)).rejects.toMatchObject(ended);
    await expect(manifest(device, videoId, playbackSessionId)).rejects.toMatchObject(ended);
    await expect(manifest(learner, other.videoId, playbackSessionId)).rejects.toMatchObject(ended);
    await expect(manifest(learner, videoId, randomUUID())).rejects.toMatchObject(ended);
  });

  it('is refused after an hour, though the password was confirmed again', async () => {
    const learner = await confirmedLearner();
    const { videoId } = await addReadyVideo(server);
    const { playbackSessionId } = await play(learner, videoId);
    offsetMs = limits.videoAccessSessionSeconds * 1000;
    await learner.signIn(learner.contactNumber, testPassword);
    await learner.confirmPassword(testPassword);
    await expect(manifest(learner, videoId, playbackSessionId)).rejects.toMatchObject(ended);
  });
});

describe('where a learner left off', () => {
  it('is kept, brought into the video, and answered by stream and catalogue', async () => {
    const learner = await confirmedLearner();
    const { videoId } = await addReadyVideo(server);
    const { playbackSessionId: playbackSession } = await play(learner, videoId);
    const inCatalogue = async () =>
      (await learner.call(videos.get, { params: { id: videoId } })).resumeAtSeconds;
    expect(await inCatalogue()).toBeNull();
    await report(learner, videoId, { playbackSession, event: 'progress', position: 30 });
    await report(learner, videoId, { playbackSession, event: 'pause', position: 42.25 });
    expect(await inCatalogue()).toBe(42.25);
    const again = await play(learner, videoId);
    expect(again.resumeAtSeconds).toBe(42.25);
    const next = { playbackSession: again.playbackSessionId };
    await report(learner, videoId, { ...next, event: 'seek', position: 5000 });
    expect(await inCatalogue()).toBe(60);
    await report(learner, videoId, { ...next, event: 'ended', position: 60 });
    expect((await play(learner, videoId)).resumeAtSeconds).toBe(0);
  });

  it('is accepted only from the live playback session of that learner and video', async () => {
    const [learner, stranger] = [await confirmedLearner(), await confirmedLearner()];
    const { videoId } = await addReadyVideo(server);
    const other = await addReadyVideo(server);
    const older = await play(learner, videoId);
    const newer = await play(learner, videoId);
    const from = ({ playbackSessionId }: { playbackSessionId: string }) =>
      ({ playbackSession: playbackSessionId, event: 'pause', position: 10 }) as const;
    await expect(report(stranger, videoId, from(newer))).rejects.toMatchObject(ended);
    await expect(report(learner, other.videoId, from(newer))).rejects.toMatchObject(ended);
    await expect(report(learner, videoId, from(older))).rejects.toMatchObject(ended);
    const keptFor = async (client: TestClient, id: string) =>
      (await client.call(videos.get, { params: { id } })).resumeAtSeconds;
    expect(await keptFor(learner, videoId)).toBeNull();
    await report(learner, videoId, from(newer));
    expect(await keptFor(learner, videoId)).toBe(10);
    expect(await keptFor(learner, other.videoId)).toBeNull();
    expect(await keptFor(stranger, videoId)).toBeNull();
  });

  it('is refused when it makes no sense', async () => {
    const learner = await confirmedLearner();
    const { videoId } = await addReadyVideo(server);
    const { playbackSessionId: playbackSession } = await play(learner, videoId);
    for (const position of [-1, 1e9]) {
      const refused = report(learner, videoId, { playbackSession, event: 'pause', position });
      await expect(refused).rejects.toMatchObject({ status: 400 });
    }
  });
});
