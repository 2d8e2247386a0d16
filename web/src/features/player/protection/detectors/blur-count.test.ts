import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBlur, noBlurs } from './blur-count.ts';

const policy = { tolerated: 5, resetAfterMs: 30_000 };

/** The times at which blurs became suspicious. */
function suspicions(times: readonly number[]): number[] {
  let count = noBlurs;
  return times.filter((atMs) => {
    const next = countBlur(count, atMs, policy);
    count = next.count;
    return next.isSuspicious;
  });
}

test('the sixth blur within thirty seconds is suspicious, and told once', () => {
  expect(suspicions([0, 1, 2, 3, 4])).toEqual([]);
  expect(suspicions([0, 1, 2, 3, 4, 5, 6, 7])).toEqual([5]);
});

test('the counter begins again after thirty seconds', () => {
  expect(suspicions([0, 1, 2, 3, 4, 30_000, 30_001])).toEqual([]);
  expect(suspicions([0, 1, 2, 3, 4, 5, 30_000, 30_001, 30_002, 30_003, 30_004, 30_005])).toEqual([
    5, 30_005,
  ]);
});

test('property: a learner who looks away at most every six seconds is never suspected', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 6000, max: 60_000 })), (gaps) => {
      let atMs = 0;
      const times = gaps.map((gap) => (atMs += gap));
      expect(suspicions(times)).toEqual([]);
    }),
  );
});
