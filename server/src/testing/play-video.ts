import { randomUUID } from 'node:crypto';
import { endpoints, type IncidentReport, type Stream } from '@prahari/contract';
import { addReadyVideo } from './ready-video.ts';
import { type TestServer, testPassword } from './start-test-server.ts';
import type { TestClient } from './test-client.ts';

const { drm, security, system, videos } = endpoints;

/** Opens a playback as a player does; the password must have been confirmed. @throws ApiError */
export async function playVideo(client: TestClient, videoId: string, takeOver = false) {
  const { userToken } = await client.call(drm.generateToken, { body: { videoId } });
  const params = { id: videoId };
  return client.call(videos.stream, { params, body: { userToken, takeOver } });
}

/** Opens a playback ahead of a click; the password must have been confirmed. */
export async function openAhead(client: TestClient, videoId: string): Promise<Stream> {
  const { stream } = await client.call(videos.openAhead, { body: { videoId } });
  if (!stream) throw new Error('it may not be played');
  return stream;
}

/** Creates a learner who plays a new video. */
export async function startWatching(
  server: TestServer,
  video?: Parameters<typeof addReadyVideo>[1],
) {
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  const { videoId, keys } = await addReadyVideo(server, video);
  const stream = await playVideo(learner, videoId);
  return { learner, videoId, keys, stream, playbackSessionId: stream.playbackSessionId };
}

/** Sets how many videos a learner may play at the same time. */
export async function allowStreams(server: TestServer, streamsPerLearner: number): Promise<void> {
  const root = await server.superAdmin();
  const { config, version } = await root.call(system.config, {});
  const playback = { ...config.playback, streamsPerLearner };
  await root.call(system.updateConfig, { body: { version, config: { playback } } });
}

/** Fetches a segment as a media element does. @returns the status */
export async function fetchSegment(
  origin: string,
  client: TestClient,
  stream: { readonly manifest: { readonly text: string } },
  segment = 'v180/1.m4s',
): Promise<number> {
  const base = /<BaseURL>([^<]+)<\/BaseURL>/.exec(stream.manifest.text)?.[1] ?? '';
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${origin}${base}${segment}`, { headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Creates a player's report about an attempt to record the screen. */
export function createCapture(
  playbackSessionId: string | null,
  said: Partial<IncidentReport> = {},
): IncidentReport {
  return {
    id: randomUUID(),
    type: 'screen_capture_api',
    confidence: 'high',
    playbackSessionId,
    videoId: null,
    occurredAt: new Date().toISOString(),
    message: 'getDisplayMedia was called',
    warningCount: 0,
    url: '/watch/1',
    metadata: { screen: '1920x1080', language: 'hi-IN', platform: 'Win32' },
    ...said,
  };
}

/** Creates reports of `count` separate attempts in one playback. */
export function createCaptures(playbackSessionId: string, count: number): IncidentReport[] {
  return Array.from({ length: count }, (_, at) =>
    createCapture(playbackSessionId, {
      occurredAt: new Date(Date.now() + at * 10_000).toISOString(),
    }),
  );
}

export function reportIncidents(client: TestClient, ...incidents: IncidentReport[]) {
  return client.call(security.reportIncidents, { body: { incidents } });
}
