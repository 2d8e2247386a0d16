import type { PlaybackEventName } from '@prahari/contract';
import { completedShare } from './watched.rules.ts';

/** Whether a video was completed: in this very playback, or before it was opened. */
export type Completion = 'not' | 'here' | 'before';

/** Tells whether a video was completed, and if so in this playback or before it. */
export function decideCompletion(completedAt: Date | null, openedAt: Date): Completion {
  if (completedAt === null) return 'not';
  return completedAt < openedAt ? 'before' : 'here';
}

/**
 * Returns where to continue next time. A client's claim, so it is clamped to the video. A video
 * that was watched to its end, or completed, starts at the beginning; a learner who watches a
 * completed video again continues where they left off, unless near the end.
 */
export function decidePosition(
  event: PlaybackEventName,
  positionSeconds: number,
  durationSeconds: number,
  completion: Completion,
): number {
  const isNearEnd = positionSeconds >= durationSeconds * completedShare;
  if (event === 'ended' || completion === 'here') return 0;
  if (completion === 'before' && isNearEnd) return 0;
  return Math.min(Math.max(positionSeconds, 0), durationSeconds);
}
