import { randomUUID } from 'node:crypto';
import { endpoints, type IncidentReport } from '@prahari/contract';
import type { TestClient } from './test-client.ts';

const { drm, security, videos } = endpoints;

/** As a player opens it; the password must have been confirmed. @throws ApiError */
export async function playLesson(client: TestClient, videoId: string) {
  const { userToken } = await client.call(drm.generateToken, { body: { videoId } });
  return client.call(videos.stream, { params: { id: videoId }, body: { userToken } });
}

/** What a player says of an attempt to record the screen. */
export function aCapture(
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

/** `count` captures of one playback that are separate acts. */
export function captures(playbackSessionId: string, count: number): IncidentReport[] {
  return Array.from({ length: count }, (_, at) =>
    aCapture(playbackSessionId, { occurredAt: new Date(Date.now() + at * 10_000).toISOString() }),
  );
}

export function reportIncidents(client: TestClient, ...incidents: IncidentReport[]) {
  return client.call(security.reportIncidents, { body: { incidents } });
}
