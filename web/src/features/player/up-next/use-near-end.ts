import { useFacts, type VideoRef } from '../controls/use-media.ts';

/** So long before its end a video names the next one; of a short one its last quarter. */
const OFFER_SECONDS = 10;

/** The position of a video; times in seconds. */
interface Standing {
  readonly positionSeconds: number;
  readonly durationSeconds: number;
  readonly ended: boolean;
}

/** Tells whether it is time to say what comes next. */
export function isNearEnd({ ended, positionSeconds, durationSeconds }: Standing): boolean {
  if (ended) return true;
  if (durationSeconds <= 0) return false;
  return positionSeconds >= durationSeconds - Math.min(OFFER_SECONDS, durationSeconds / 4);
}

export function useNearEnd(video: VideoRef): boolean {
  return useFacts(video, computeNearEnd, FAR).isNear;
}

const FAR = { isNear: false };

function computeNearEnd({ currentTime, duration, ended }: HTMLVideoElement) {
  return {
    isNear: isNearEnd({ positionSeconds: currentTime, durationSeconds: duration || 0, ended }),
  };
}
