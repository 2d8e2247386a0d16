import { describe, expect, it } from 'vitest';
import { beginFetching } from './fetching.rules.ts';
import {
  computePace,
  createWatched,
  isLookupDue,
  isToBeJudged,
  type Watched,
} from './watched-video.rules.ts';

const policy = {
  bufferingGoalSeconds: 60,
  rebufferingGoalSeconds: 10,
  progressEverySeconds: 30,
  streamsPerLearner: 1,
};

function watch(change: Partial<Watched['fetching']> = {}): Watched {
  return createWatched({ ...beginFetching('p1', 0), ...change }, null);
}

describe('the pace of a video', () => {
  it('keeps the largest buffering goal that its pages were given', () => {
    const watched = watch();
    expect(computePace(watched, policy).bufferingGoalSeconds).toBe(60);
    const lowered = { ...policy, bufferingGoalSeconds: 20 };
    expect(computePace(watched, lowered).bufferingGoalSeconds).toBe(60);
    const raised = { ...policy, rebufferingGoalSeconds: 90 };
    expect(computePace(watched, raised).bufferingGoalSeconds).toBe(90);
  });

  it('follows the length of its segments and of the video', () => {
    const watched = watch();
    expect(computePace(watched, policy)).toMatchObject({
      pictureSegmentSeconds: 2,
      durationSeconds: null,
      progressEverySeconds: 30,
    });
    watched.video = { pictureSegmentSeconds: 4, durationSeconds: 3600 };
    expect(computePace(watched, policy)).toMatchObject(watched.video);
  });
});

it('looks a learner up again five seconds after a failure, and not while one is known', () => {
  expect(isLookupDue({ failedMs: null }, 90_000)).toBe(false);
  expect(isLookupDue({ failedMs: 1000 }, 5999)).toBe(false);
  expect(isLookupDue({ failedMs: 1000 }, 6000)).toBe(true);
});

it('judges what this process sent within the last minute', () => {
  expect(isToBeJudged(watch({ requests: 1, lastMs: 1000 }), 61_000)).toBe(true);
  expect(isToBeJudged(watch({ requests: 1, lastMs: 1000 }), 61_001)).toBe(false);
  expect(isToBeJudged(watch({ requests: 0, lastMs: 1000 }), 1000)).toBe(false);
});
