import { ApiError, type Stream } from '@prahari/contract';
import { PlaybackFailure } from '../engine/playback-failure.ts';
import { createReporter, type ReporterPorts } from './playback-reporter.ts';

/** A failure that the learner sees. */
export interface ShownFailure {
  readonly error: unknown;
  /** Null before a playback was opened. */
  readonly stream: Stream | null;
  /** The position where the pictures stopped; null when there were none yet. */
  readonly atSeconds: number | null;
}

/**
 * Reports a failure among the events of its playback, later if the server is unreachable. A
 * playback that was never opened has no events, and the server knows its own refusals.
 */
export function reportFailure(
  ports: ReporterPorts,
  { error, stream, atSeconds }: ShownFailure,
): void {
  if (stream === null || error instanceof ApiError) return;
  const at = { position: atSeconds ?? stream.resumeAtSeconds, duration: stream.durationSeconds };
  createReporter(stream, ports).report('error', at, describeDetail(error));
}

function describeDetail(error: unknown): Record<string, string> {
  if (!(error instanceof PlaybackFailure)) return { kind: 'unknown' };
  const { kind, code } = error;
  return code === null ? { kind } : { kind, code: `${code}` };
}
