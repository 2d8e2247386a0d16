import { ApiError, endpoints, type Stream } from '@prahari/contract';
import type { Api } from '../../../shared/api/browser-api.ts';
import { newCorrelationId } from '../../../shared/api/correlation-id.ts';
import { PlaybackFailure } from '../engine/playback-failure.ts';

/** A failure that the learner sees. */
export interface ShownFailure {
  readonly error: unknown;
  /** Null before a playback was opened. */
  readonly stream: Stream | null;
  /** Where the pictures stopped; null when there were none yet. */
  readonly atSeconds: number | null;
}

/**
 * Reports it among the events of its playback. What was never opened has none, and of its own
 * refusals the server knows. A report that is lost changes nothing for the learner.
 */
export async function reportFailure(
  api: Pick<Api, 'call'>,
  { error, stream, atSeconds }: ShownFailure,
): Promise<void> {
  if (stream === null || error instanceof ApiError) return;
  const event = {
    id: newCorrelationId(),
    event: 'error' as const,
    detail: detailOf(error),
    position: atSeconds ?? stream.resumeAtSeconds,
    duration: stream.durationSeconds,
    timestamp: new Date().toISOString(),
  };
  const body = { playbackSession: stream.playbackSessionId, events: [event] };
  await api
    .call(endpoints.videos.analytics, { params: { id: stream.videoId }, body })
    .catch(() => undefined);
}

function detailOf(error: unknown): Record<string, string> {
  if (!(error instanceof PlaybackFailure)) return { kind: 'unknown' };
  const { kind, code } = error;
  return code === null ? { kind } : { kind, code: `${code}` };
}
