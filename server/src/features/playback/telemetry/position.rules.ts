import type { PlaybackEventName } from '@prahari/contract';

/**
 * Where to go on next time. A client's claim, so it is brought into the video; what was seen to its
 * end starts anew.
 */
export function positionToKeep(
  event: PlaybackEventName,
  positionSeconds: number,
  durationSeconds: number,
): number {
  if (event === 'ended') return 0;
  return Math.min(Math.max(positionSeconds, 0), durationSeconds);
}
