import type { VideoPace } from './fetching.rules.ts';

/** Describes an hour of video in segments of four seconds, and its player's policy. */
export function createVideoPace(change: Partial<VideoPace> = {}): VideoPace {
  return {
    bufferingGoalSeconds: 60,
    progressEverySeconds: 30,
    streamsPerLearner: 1,
    pictureSegmentSeconds: 4,
    durationSeconds: 3600,
    ...change,
  };
}

/** Describes one segment, as it is counted when a player requests it. */
export function createSegmentFetch(
  number: number,
  folder = 'v720',
  isBare = false,
  playbackId = 'p1',
) {
  return { playbackId, folder, number, isBare };
}
