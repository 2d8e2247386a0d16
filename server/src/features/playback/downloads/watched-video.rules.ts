import type { Fetching, VideoPace } from './fetching.rules.ts';

export type VideoFacts = Pick<VideoPace, 'pictureSegmentSeconds' | 'durationSeconds'>;

/** What one learner fetches of one video. */
export interface Watched {
  /** Null until its learner is known. */
  readonly owner: { readonly userId: string; readonly videoId: string } | null;
  readonly fetching: Fetching;
  video: VideoFacts;
  /** The largest buffering goal that its pages may have been given. */
  goalSeconds: number;
  reportsReadMs: number;
  /** Whether its learner is being looked up for the first time. */
  isUnknown: boolean;
  /** When the lookup of its learner failed; null where it is known, or being looked up. */
  failedMs: number | null;
}

export const unknownVideo: VideoFacts = { pictureSegmentSeconds: 2, durationSeconds: null };

/** @param owner null where it has to be looked up */
export function createWatched(fetching: Fetching, owner: Watched['owner']): Watched {
  const nothingYet = { goalSeconds: 0, reportsReadMs: 0, failedMs: null };
  return { owner, fetching, video: unknownVideo, isUnknown: owner === null, ...nothingYet };
}
