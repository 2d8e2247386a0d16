import type { MediaSnapshot } from '../controls/use-media.ts';

/** So long before its end a lesson names the next one; of a short one its last quarter. */
const OFFER_SECONDS = 10;

/** Whether it is time to say what comes next. */
export function isNearEnd({
  ended,
  positionSeconds,
  durationSeconds,
}: Pick<MediaSnapshot, 'ended' | 'positionSeconds' | 'durationSeconds'>): boolean {
  if (ended) return true;
  if (durationSeconds <= 0) return false;
  return positionSeconds >= durationSeconds - Math.min(OFFER_SECONDS, durationSeconds / 4);
}
