import type { TelemetryEvent } from '../telemetry/telemetry.rules.ts';
import { decideCompletion, decidePosition } from './position.rules.ts';
import { computeWatched, isCompleted, type Span, type Watched } from './watched.rules.ts';

/** Events of one playback, in the order in which they happened. */
export interface VideoReport {
  readonly userId: string;
  readonly videoId: string;
  readonly playbackSessionId: string;
  readonly openedAt: Date;
  readonly durationSeconds: number;
  readonly events: readonly TelemetryEvent[];
  readonly now: Date;
  /** Whether it happened without a connection: its line was down, so that it could only be told later. */
  readonly isLate?: boolean;
}

/** The stored progress of a learner with a video. */
export interface Standing {
  readonly positionSeconds: number;
  readonly watched: Watched;
  readonly completedAt: Date | null;
}

/**
 * Returns a learner's progress with a video after one more report, whose events are all new, and the
 * part of the video that each event adds to what was watched.
 */
export function computeStanding(
  before: Standing,
  report: VideoReport,
): Standing & { readonly seen: readonly (Span | null)[] } {
  const { openedAt, durationSeconds, now, events } = report;
  const { watched, seen } = computeWatched(before.watched, report);
  const isNew = before.completedAt === null && isCompleted(watched, durationSeconds);
  const completedAt = isNew ? now : before.completedAt;
  const last = events.at(-1);
  if (!last) throw new Error('a report without events changes nothing');
  const completion = decideCompletion(completedAt, openedAt);
  const isOutdated =
    report.isLate === true &&
    before.watched.last !== null &&
    before.watched.last.happenedAtMs > last.happenedAt.getTime();
  const positionSeconds = isOutdated
    ? before.positionSeconds
    : decidePosition(last.event, last.position, durationSeconds, completion);
  return { positionSeconds, watched, completedAt, seen };
}
