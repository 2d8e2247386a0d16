import { describe, expect, it } from 'vitest';
import { createSegmentFetch, createVideoPace } from './fetching.fixture.ts';
import {
  allowForJumps,
  beginFetching,
  countFetch,
  createFetchingLearner,
  joinFetching,
  notePageReport,
} from './fetching.rules.ts';
import { judgeFetching } from './judge-fetching.rules.ts';

describe('an honest player', () => {
  it('that plays close to twice the speed and reports once a minute is not accused, however late it is known', () => {
    for (const knownAt of [0, 3, 9, 20]) {
      const pace = createVideoPace({ durationSeconds: 600, pictureSegmentSeconds: 2 });
      const known = beginFetching('', 0, createFetchingLearner(0));
      const unknown = beginFetching('p1', 0);
      const judged = new Set<string | null>();
      for (let step = 0; step < 30; step += 1) {
        const nowMs = step * 10_200;
        if (step === knownAt) joinFetching(known, unknown, pace, nowMs);
        const fetching = step >= knownAt ? known : unknown;
        for (let number = step * 10 + 1; number <= step * 10 + 10; number += 1) {
          expect(countFetch(fetching, createSegmentFetch(number), pace, nowMs)).toBe(0);
        }
        if (step % 6 === 0) notePageReport(fetching, nowMs);
        judged.add(judgeFetching(fetching, pace, nowMs + 10_200));
      }
      expect([...judged]).toEqual([null]);
    }
  });
});

describe('a program that downloads', () => {
  it('is judged without its reported jumps once it has most of a video', () => {
    const pace = createVideoPace({ durationSeconds: 600, pictureSegmentSeconds: 2 });
    const fetching = beginFetching('p1', 0);
    notePageReport(fetching, 0);
    const judged: (string | null)[] = [];
    for (let step = 0; step < 3; step += 1) {
      const nowMs = step * 1100;
      for (let number = step * 100 + 1; number <= step * 100 + 100; number += 1) {
        countFetch(fetching, createSegmentFetch(number), pace, nowMs);
      }
      allowForJumps(fetching, (step + 1) * 599, pace, nowMs + 1000);
      notePageReport(fetching, nowMs + 1000);
      judged.push(judgeFetching(fetching, pace, nowMs + 1000));
    }
    expect(judged).toEqual([null, 'low', 'medium']);
    // A pause beforehand does not help, nor does opening the video again.
    const rested = beginFetching('p1', 0);
    countFetch(rested, createSegmentFetch(1), pace, 0);
    for (let number = 2; number <= 300; number += 1) {
      const playbackId = `p${Math.floor(number / 50)}`;
      countFetch(rested, createSegmentFetch(number, 'v720', false, playbackId), pace, 900_000);
      notePageReport(rested, 900_000);
      allowForJumps(rested, number * 60, pace, 900_000);
    }
    expect(judgeFetching(rested, pace, 901_000)).toBe('medium');
  });

  it('has no more than half of a video excused by jumps', () => {
    const pace = createVideoPace({ durationSeconds: 800 });
    const fetching = beginFetching('p1', 0);
    notePageReport(fetching, 0);
    let seconds = 0;
    for (let number = 1; number <= 200; number += 1) {
      if (countFetch(fetching, createSegmentFetch(number), pace, 0) === 0) seconds += 4;
      allowForJumps(fetching, number * 60, pace, 0);
    }
    expect(seconds).toBeLessThanOrEqual(78 + 180 + 400);
    expect(seconds).toBeGreaterThan(600);
  });

  it('gets only the first segments while its learner is unknown, from however many sign-ins', () => {
    const pace = createVideoPace({ pictureSegmentSeconds: 2 });
    const learner = createFetchingLearner(0);
    const known = beginFetching('', 0, learner);
    for (let signIn = 0; signIn < 8; signIn += 1) {
      const unknown = beginFetching(`p${signIn}`, 0);
      const waits = Array.from({ length: 39 }, (_, at) =>
        countFetch(
          unknown,
          {
            ...createSegmentFetch(signIn * 39 + at + 1, 'v720', false, `p${signIn}`),
            isUnknown: true,
          },
          pace,
          0,
        ),
      );
      expect(waits.filter(Number.isFinite)).toEqual([0, 0, 1, 2, 3]);
      // It is held back, not accused.
      expect(judgeFetching(unknown, pace, 20_000)).toBeNull();
      joinFetching(known, unknown, pace, 0);
    }
    expect(
      countFetch(known, createSegmentFetch(400, 'v720', false, 'p7'), pace, 0),
    ).toBeGreaterThan(0);
  });

  it('waits as long when it requests a waiting segment again', () => {
    const pace = createVideoPace();
    const fetching = beginFetching('p1', 0);
    const waits = Array.from({ length: 21 }, (_, at) =>
      countFetch(fetching, createSegmentFetch(at + 1), pace, 0),
    );
    const waitSeconds = waits.at(-1) ?? 0;
    expect(waitSeconds).toBeGreaterThan(2);
    expect(countFetch(fetching, createSegmentFetch(21), pace, 0)).toBe(waitSeconds);
    expect(countFetch(fetching, createSegmentFetch(21, 'v1080'), pace, 1000)).toBeCloseTo(
      waitSeconds - 1,
    );
    expect(countFetch(fetching, createSegmentFetch(21), pace, waitSeconds * 1000)).toBe(0);
    expect(countFetch(fetching, createSegmentFetch(1), pace, 0)).toBe(0);
    const known = beginFetching('', 0, createFetchingLearner(0));
    joinFetching(known, fetching, pace, 0);
    expect(countFetch(known, createSegmentFetch(21), pace, 0)).toBe(waitSeconds);
  });
});

describe('a short video', () => {
  /** Fetches a whole video at once as a page does, and is judged each second for a minute. */
  function atOnce(durationSeconds: number, reports: boolean) {
    const pace = createVideoPace({ durationSeconds, pictureSegmentSeconds: 2 });
    const fetching = beginFetching('p1', 0);
    if (reports) notePageReport(fetching, 0);
    const waits = Array.from({ length: durationSeconds / 2 }, (_, at) =>
      countFetch(fetching, createSegmentFetch(at + 1), pace, 0),
    );
    const judged = new Set<string | null>();
    for (let second = 1; second <= 60; second += 1) {
      if (reports && second % 10 === 0) notePageReport(fetching, second * 1000);
      judged.add(judgeFetching(fetching, pace, second * 1000));
    }
    return { hasWaited: waits.some((seconds) => seconds > 0), isNoticed: judged.size > 1 };
  }

  it.each([
    [78, false, { hasWaited: false, isNoticed: true }],
    [78, true, { hasWaited: false, isNoticed: false }],
    [100, true, { hasWaited: false, isNoticed: false }],
    [110, true, { hasWaited: false, isNoticed: true }],
    [240, true, { hasWaited: false, isNoticed: true }],
    [270, true, { hasWaited: true, isNoticed: true }],
  ])('of %i s that is fetched at once, with reports: %s', (seconds, reports, expected) => {
    expect(atOnce(seconds, reports)).toEqual(expected);
  });

  it('of ten minutes, stepped through in a quarter of the time, is recorded', () => {
    const pace = createVideoPace({ durationSeconds: 600, pictureSegmentSeconds: 2 });
    const fetching = beginFetching('p1', 0);
    const judged = new Set<string | null>();
    for (let number = 1; number <= 300; number += 1) {
      const nowMs = number * 500;
      notePageReport(fetching, nowMs);
      countFetch(fetching, createSegmentFetch(number), pace, nowMs);
      allowForJumps(fetching, number * 1.5, pace, nowMs);
      judged.add(judgeFetching(fetching, pace, nowMs));
    }
    expect([...judged]).toEqual([null, 'low', 'medium']);
  });
});
