import { type ApiError, endpoints, type Stream } from '@prahari/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openAhead } from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import { createTestClient, type TestClient } from '../../../testing/test-client.ts';

const { auth, drm, videos } = endpoints;
const home = '203.0.113.7';
const elsewhere = '198.51.100.7';
const thirdPlace = '2001:db8:7::1';

let server: TestServer;
let root: TestClient;
let videoId: string;
let kids: string[];
let offsetMs = 0;
beforeAll(async () => {
  server = await startTestServer({
    environment: { TRUST_PROXY: '127.0.0.1' },
    clock: { now: () => new Date(Date.now() + offsetMs) },
  });
  root = await server.superAdmin();
  const video = await addReadyVideo(server);
  ({ videoId } = video);
  kids = video.keys.map(({ keyId }) => keyId.toString('base64url'));
});
afterAll(() => server.stop());
beforeEach(() => {
  offsetMs = 0;
});

async function confirmedAt(address: string) {
  const learner = await server.newUser();
  learner.address = address;
  learner.userAgent = 'Browser/1';
  await learner.confirmPassword(testPassword);
  return learner;
}

async function play(client: TestClient) {
  const { userToken } = await client.call(drm.generateToken, { body: { videoId } });
  return client.call(videos.stream, { params: { id: videoId }, body: { userToken } });
}

/** The key and the session of a browser, in another network. */
async function copyOf({ keys, accessToken, userAgent }: TestClient): Promise<TestClient> {
  const copy = await createTestClient(server.origin, keys);
  return Object.assign(copy, { accessToken, userAgent, address: elsewhere });
}

const licence = (client: TestClient, { playbackSessionId: playbackSession }: Stream) =>
  client.call(drm.clearKeyLicense, { query: { playbackSession }, body: { kids } });

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ reason }: ApiError) => reason,
  );

async function standing(client: TestClient) {
  const answer = await client.call(auth.validate, {});
  return [answer.videoAccessExpiresAt !== null, answer.isConfirmedElsewhere];
}

it('asks for the password again in another network, and says why', async () => {
  const learner = await confirmedAt(home);
  expect(await standing(learner)).toEqual([true, false]);
  await play(learner);
  learner.address = '203.0.113.99';
  await play(learner);

  learner.address = elsewhere;
  expect(await reasonOf(play(learner))).toBe('access_session_required');
  expect(await standing(learner)).toEqual([false, true]);
  await learner.confirmPassword(testPassword);
  await play(learner);
});

it('also refuses the stream to a token from before the network changed', async () => {
  const learner = await confirmedAt(home);
  const { userToken } = await learner.call(drm.generateToken, { body: { videoId } });
  learner.address = elsewhere;
  const input = { params: { id: videoId }, body: { userToken } };
  expect(await reasonOf(learner.call(videos.stream, input))).toBe('access_session_required');
  expect(await learner.call(videos.accessValidation, input)).toMatchObject({
    reason: 'access_session_required',
  });
  expect(await learner.call(drm.validateToken, { body: { userToken } })).toMatchObject({
    reason: 'access_session_required',
  });
});

it('asks again in another release of the browser, also where networks don’t count', async () => {
  const learner = await confirmedAt(home);
  learner.userAgent = 'Browser/2';
  expect(await reasonOf(play(learner))).toBe('access_session_required');

  await setPasswordOnNewNetwork(false);
  const mobile = await confirmedAt(home);
  mobile.address = elsewhere;
  await play(mobile);
  mobile.userAgent = 'Browser/2';
  expect(await reasonOf(play(mobile))).toBe('access_session_required');
  await setPasswordOnNewNetwork(true);
  mobile.userAgent = 'Browser/1';
  expect(await reasonOf(play(mobile))).toBe('access_session_required');
});

it('lets running playback continue in another network', async () => {
  const learner = await confirmedAt(home);
  const { playbackSessionId: playbackSession } = await play(learner);
  learner.address = elsewhere;
  const query = { playbackSession };
  await learner.call(videos.manifestDash, { params: { id: videoId }, query });
  const report = { playbackSession, event: 'play', position: 3, duration: 60 } as const;
  await learner.call(videos.analytics, {
    params: { id: videoId },
    body: { ...report, timestamp: new Date().toISOString() },
  });
  expect(await reasonOf(play(learner))).toBe('access_session_required');
  learner.userAgent = 'Browser/2';
  const asked = learner.call(videos.manifestDash, { params: { id: videoId }, query });
  expect(await reasonOf(asked)).toBe('playback_session_ended');
});

it('gives a copy in another network neither the open playback nor its keys', async () => {
  const learner = await confirmedAt(home);
  const stream = await play(learner);
  const copy = await copyOf(learner);
  const params = { id: videoId };
  const { manifestDash, manifestHls, secureManifest } = videos;
  for (const endpoint of [manifestDash, manifestHls, secureManifest]) {
    await learner.call(endpoint, { params });
    expect(await reasonOf(copy.call(endpoint, { params }))).toBe('playback_session_ended');
  }
  // Also when it knows the id, as from reports that wait on the disk.
  expect(await reasonOf(licence(copy, stream))).toBe('playback_session_ended');
  await licence(learner, stream);
  await copy.confirmPassword(testPassword);
  await licence(copy, stream);
});

it('starts a playback opened ahead only where the password was confirmed', async () => {
  const learner = await confirmedAt(home);
  const params = { id: videoId };
  const ahead = await openAhead(learner, videoId);
  const unnamed = () => reasonOf(learner.call(videos.manifestDash, { params }));
  expect(await unnamed()).toBe('playback_session_ended');
  const query = { playbackSession: ahead.playbackSessionId };
  const named = () => reasonOf(learner.call(videos.manifestDash, { params, query }));
  expect(await named()).toBeNull();
  learner.address = elsewhere;
  expect(await named()).toBe('playback_session_ended');
  expect(await reasonOf(licence(learner, ahead))).toBe('playback_session_ended');
  learner.address = home;
  await licence(learner, ahead);
  expect(await unnamed()).toBeNull();
});

it('asks once in each of two networks within the hour, and again in each hour', async () => {
  const learner = await confirmedAt(home);
  for (const address of [elsewhere, thirdPlace]) {
    learner.address = address;
    await learner.confirmPassword(testPassword);
  }
  for (const address of [home, elsewhere, thirdPlace]) {
    learner.address = address;
    await play(learner);
  }
  await later(learner, 3_601_000);
  learner.address = home;
  await learner.confirmPassword(testPassword);
  learner.address = elsewhere;
  expect(await reasonOf(play(learner))).toBe('access_session_required');
});

it('does not prolong the hour of one place by the password in another', async () => {
  const learner = await confirmedAt(home);
  await later(learner, 3_000_000);
  learner.address = elsewhere;
  await learner.confirmPassword(testPassword);
  await later(learner, 3_601_000);
  await play(learner);
  learner.address = home;
  expect(await reasonOf(play(learner))).toBe('access_session_required');
  expect(await standing(learner)).toEqual([false, true]);
});

it('ends playback with the hour of its place', async () => {
  const learner = await confirmedAt(home);
  const { videoAccessExpiresAt } = await learner.call(auth.validate, {});
  await later(learner, 3_000_000);
  learner.address = elsewhere;
  await learner.confirmPassword(testPassword);
  learner.address = home;
  expect((await play(learner)).expiresAt).toBe(videoAccessExpiresAt);
});

/** Moves the clock, and renews the session as pages do. */
async function later(learner: TestClient, ms: number): Promise<void> {
  offsetMs = ms;
  const again = await learner.call(auth.refresh, {
    body: { refreshToken: learner.refreshToken ?? '' },
  });
  learner.accessToken = again.accessToken;
  learner.refreshToken = again.refreshToken ?? '';
}

async function setPasswordOnNewNetwork(passwordOnNewNetwork: boolean): Promise<void> {
  const { config, version } = await root.call(endpoints.system.config, {});
  const playback = { ...config.playback, passwordOnNewNetwork };
  await root.call(endpoints.system.updateConfig, { body: { version, config: { playback } } });
}
