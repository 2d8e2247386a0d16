import type { SystemConfig } from '@prahari/contract';
import type { holdAtMost } from '../../../platform/cache/hold-at-most.ts';
import type { Fetching, VideoPace } from './fetching.rules.ts';

/** The pause before something about a playback is looked up again after a failure. */
export const lookUpAgainMs = 5000;
/** Anything idle for longer has been judged already. */
const lookBackMs = 60_000;

/** How many learners, videos and playbacks one process remembers, and for how long. */
export type KeptFetching = ReturnType<typeof holdAtMost> & { readonly ttl: number };

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

/**
 * Computes how fast a player may fetch the video. Pages keep the buffering goal that they were given,
 * so a goal that was lowered since counts no less for them.
 */
export function computePace(
  watched: Watched,
  policy: Pick<
    SystemConfig['playback'],
    'bufferingGoalSeconds' | 'rebufferingGoalSeconds' | 'progressEverySeconds' | 'streamsPerLearner'
  >,
): VideoPace {
  const { bufferingGoalSeconds, rebufferingGoalSeconds } = policy;
  const { progressEverySeconds, streamsPerLearner } = policy;
  watched.goalSeconds = Math.max(watched.goalSeconds, bufferingGoalSeconds, rebufferingGoalSeconds);
  return {
    ...watched.video,
    bufferingGoalSeconds: watched.goalSeconds,
    progressEverySeconds,
    streamsPerLearner,
  };
}

/** Tells whether the lookup of its learner failed long enough ago to be tried again. */
export function isLookupDue({ failedMs }: Pick<Watched, 'failedMs'>, nowMs: number): boolean {
  return failedMs !== null && nowMs - failedMs >= lookUpAgainMs;
}

/** Tells whether this process has something new to judge; what only others sent is judged there. */
export function isToBeJudged({ fetching }: Watched, nowMs: number): boolean {
  return fetching.requests > 0 && nowMs - fetching.lastMs <= lookBackMs;
}
