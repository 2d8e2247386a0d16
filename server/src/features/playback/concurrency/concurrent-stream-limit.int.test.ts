import { randomUUID } from 'node:crypto';
import { buildUrl, endpoints, limits } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowStreams, fetchSegment, openAhead, playVideo } from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { drm, security, videos } = endpoints;

let server: TestServer;
let offsetMs = 0;
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(Date.now() + offsetMs) },
    environment: { DEVICES_PER_LEARNER: '5' },
  });
});
afterAll(() => server.stop());

const refused = { status: 403, reason: 'too_many_streams' };
const moved = { status: 403, reason: 'playback_moved' };
const files = { 'v180/1.m4s': Buffer.from('segment') };

async function atTwoMachines() {
  const laptop = await server.newUser();
  await laptop.confirmPassword(testPassword);
  const tv = await server.newClient();
  await tv.signIn(laptop.contactNumber, testPassword);
  await tv.confirmPassword(testPassword);
  const { videoId, keys } = await addReadyVideo(server, { files });
  const other = await addReadyVideo(server, { files });
  return { laptop, tv, videoId, keys, otherId: other.videoId };
}

const say = (
  client: TestClient,
  stream: { videoId: string; playbackSessionId: string },
  event: 'play' | 'pause' | 'progress',
) =>
  client.call(videos.analytics, {
    params: { id: stream.videoId },
    body: {
      playbackSession: stream.playbackSessionId,
      events: [
        ...[{ id: randomUUID(), event, position: 3, duration: 60 }].map((one) => ({
          ...one,
          timestamp: new Date().toISOString(),
        })),
      ],
    },
  });

describe('a second playback at the same time', () => {
  it('is refused with the name of the other device, and moved when the learner confirms', async () => {
    const { laptop, tv, videoId, otherId } = await atTwoMachines();
    const first = await playVideo(laptop, videoId);
    const second = playVideo(tv, otherId);
    await expect(second).rejects.toMatchObject({
      ...refused,
      details: { others: [{ device: 'node', title: 'Refraction of light' }] },
    });
    expect(await fetchSegment(server.origin, laptop, first)).toBe(200);

    const taken = await playVideo(tv, otherId, true);
    expect(await fetchSegment(server.origin, tv, taken)).toBe(200);
    expect(await fetchSegment(server.origin, laptop, first)).toBe(403);
    await expect(say(laptop, first, 'progress')).rejects.toMatchObject(moved);
    const query = { playbackSession: first.playbackSessionId };
    const manifest = laptop.call(videos.manifestDash, { params: { id: videoId }, query });
    await expect(manifest).rejects.toMatchObject(moved);

    // And back again: the first machine's paths are valid again.
    await expect(playVideo(laptop, videoId)).rejects.toMatchObject(refused);
    const back = await playVideo(laptop, videoId, true);
    expect(await fetchSegment(server.origin, laptop, back)).toBe(200);
    expect(await fetchSegment(server.origin, tv, taken)).toBe(403);
  });

  it('counts from its first licence on, where it was opened ahead of a click', async () => {
    const { laptop, tv, videoId, keys } = await atTwoMachines();
    const first = await playVideo(laptop, videoId);
    const ahead = await openAhead(tv, videoId);
    await say(laptop, first, 'progress');
    const kids = keys.map(({ keyId }) => keyId.toString('base64url'));
    const query = { playbackSession: ahead.playbackSessionId };
    const licence = () => tv.call(drm.clearKeyLicense, { query, body: { kids } });
    await expect(licence()).rejects.toMatchObject(refused);
    await say(laptop, first, 'pause');
    await licence();
    await expect(say(laptop, first, 'play')).rejects.toMatchObject(moved);
    // A machine that gave way gets nothing back by a video that was not chosen yet.
    await say(tv, ahead, 'play');
    const { playbackSessionId } = await openAhead(laptop, videoId);
    const key = { query: { playbackSession: playbackSessionId }, body: { kids } };
    await expect(laptop.call(drm.clearKeyLicense, key)).rejects.toMatchObject(refused);
    expect(await fetchSegment(server.origin, laptop, first)).toBe(403);
    expect(await fetchSegment(server.origin, tv, ahead)).toBe(200);
  });

  it('does not count if it was opened ahead and never played', async () => {
    const { laptop, tv, videoId, otherId } = await atTwoMachines();
    for (const id of [videoId, otherId]) await openAhead(tv, id);
    const first = await playVideo(laptop, videoId);
    expect(await fetchSegment(server.origin, laptop, first)).toBe(200);
  });

  it('ends the paths of the one that it replaces, in the same sign-in too', async () => {
    const { laptop, tv, videoId } = await atTwoMachines();
    const first = await playVideo(laptop, videoId);
    const second = await playVideo(laptop, videoId);
    expect(await fetchSegment(server.origin, laptop, first)).toBe(403);
    expect(await fetchSegment(server.origin, laptop, second)).toBe(200);
    // Not to another device, not even the learner's own.
    expect(await fetchSegment(server.origin, tv, second)).toBe(403);
    await playVideo(tv, videoId, true);
    for (const path of [first, second]) {
      expect(await fetchSegment(server.origin, laptop, path)).toBe(403);
    }
    // A process that starts afterwards knows it.
    const beside = await server.again();
    const { playbackRevocations } = beside.composition.playback;
    expect(playbackRevocations.isRevoked(second.playbackSessionId)).toBe(true);
    await beside.stop();
  });

  it('uses up no token when it is refused', async () => {
    const { laptop, tv, videoId } = await atTwoMachines();
    await playVideo(laptop, videoId);
    const { userToken } = await tv.call(drm.generateToken, { body: { videoId } });
    const open = (takeOver: boolean) =>
      tv.call(videos.stream, { params: { id: videoId }, body: { userToken, takeOver } });
    await expect(open(false)).rejects.toMatchObject(refused);
    await open(true);
  });

  it('needs no question where the other is paused, or did not report for a while', async () => {
    const { laptop, tv, videoId } = await atTwoMachines();
    const first = await playVideo(laptop, videoId);
    await say(laptop, first, 'play');
    await expect(playVideo(tv, videoId)).rejects.toMatchObject(refused);
    await say(laptop, first, 'pause');
    const second = await playVideo(tv, videoId);
    await expect(say(laptop, first, 'play')).rejects.toMatchObject(moved);
    offsetMs = limits.streamIdleSeconds * 1000 + 1000;
    await playVideo(laptop, videoId);
    offsetMs = 0;
    await expect(say(tv, second, 'progress')).rejects.toMatchObject(moved);
  });

  it('needs no confirmation in the same browser, and a sign-out frees its place', async () => {
    const { laptop, tv, videoId, otherId } = await atTwoMachines();
    const first = await playVideo(laptop, videoId);
    const next = await playVideo(laptop, otherId);
    await expect(say(laptop, first, 'progress')).rejects.toMatchObject(moved);
    await say(laptop, next, 'progress');
    await laptop.call(endpoints.auth.logout, {});
    await playVideo(tv, videoId);
  });

  it('is allowed up to the number of the policy, also when all open at once', async () => {
    await allowStreams(server, 2);
    const { laptop, videoId } = await atTwoMachines();
    const machines = await Promise.all(
      [1, 2, 3].map(async () => {
        const client = await server.newClient();
        await client.signIn(laptop.contactNumber, testPassword);
        await client.confirmPassword(testPassword);
        return client;
      }),
    );
    const all = await Promise.allSettled(
      [laptop, ...machines].map((client) => playVideo(client, videoId)),
    );
    await allowStreams(server, 1);
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject(refused);
  });

  it('of another learner is no business of this one', async () => {
    const [one, two] = [await atTwoMachines(), await atTwoMachines()];
    await playVideo(one.laptop, one.videoId);
    await playVideo(two.laptop, one.videoId);
  });
});

describe('phones and tablets', () => {
  const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0';
  async function openOn(client: TestClient, videoId: string, headers: Record<string, string>) {
    const { userToken } = await client.call(drm.generateToken, { body: { videoId } });
    const url = buildUrl(server.origin, videos.stream, { params: { id: videoId } });
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        ...(await client.headersFor('POST', url)),
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ userToken }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  it.each([
    ['user agent', 'phone', { 'user-agent': `${android} Mobile Safari/537.36` }],
    ['platform', 'tablet', { 'user-agent': 'X11; Linux', 'sec-ch-ua-platform': '"Android"' }],
    ['client hint', 'phone', { 'user-agent': 'X11; Linux', 'sec-ch-ua-mobile': '?1' }],
  ])('are refused by their %s, with the text and an event', async (_, device, headers) => {
    const { laptop, videoId } = await atTwoMachines();
    const answer = await openOn(laptop, videoId, headers);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain(
      'Video playback is not available on mobile devices. Please use a laptop, desktop computer, or Smart TV.',
    );
    expect(answer.text).toContain('"mobile_device"');
    const root = await server.superAdmin();
    const { items } = await root.call(security.incidents, { query: { user: laptop.userId } });
    expect(items).toMatchObject([
      { type: 'mobile_device', severity: 'medium', metadata: { device }, video: { id: videoId } },
    ]);
    const facts = await server.instance.foundation.db
      .selectFrom('events')
      .select('data')
      .where('name', '=', 'playback.device-refused')
      .execute();
    expect(facts.map((fact) => fact.data)).toContainEqual({
      userId: laptop.userId,
      videoId,
      device,
    });
  });

  it('are refused before anything else, but a television plays', async () => {
    const learner = await server.newUser();
    const { videoId } = await addReadyVideo(server);
    const url = buildUrl(server.origin, videos.accessValidation, { params: { id: videoId } });
    await learner.call(endpoints.auth.validate, {});
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        ...(await learner.headersFor('POST', url)),
        'content-type': 'application/json',
        'sec-ch-ua-mobile': '?1',
      },
      body: JSON.stringify({ userToken: 'x' }),
    });
    expect(await answer.text()).toContain('"reason":"mobile_device"');
    const tv = 'Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 TV Safari/537.36';
    learner.userAgent = tv;
    await learner.confirmPassword(testPassword);
    expect((await openOn(learner, videoId, { 'user-agent': tv })).status).toBe(200);
  });
});
