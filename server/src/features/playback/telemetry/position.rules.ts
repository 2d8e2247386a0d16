import type { BodyOf, endpoints } from '@prahari/contract';

export type PlaybackEvent = BodyOf<typeof endpoints.videos.analytics>['event'];

/**
 * Where to go on next time. A client's claim, so it is brought into the video; what was seen to its
 * end starts anew.
 */
export function positionToKeep(
  event: PlaybackEvent,
  positionSeconds: number,
  durationSeconds: number,
): number {
  if (event === 'ended') return 0;
  return Math.min(Math.max(positionSeconds, 0), durationSeconds);
}
