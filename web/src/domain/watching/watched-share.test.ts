import { expect, test } from 'vitest';
import { computeWatchedShare } from './watched-share.ts';

test.each([
  [null, 60, null],
  [0.5, 60, null],
  [30, 60, 0.5],
  [58, 60, null],
  [15, 16, null],
  [30, null, null],
])('at %s of %s s: %s', (at, duration, share) => {
  expect(computeWatchedShare(at, duration)).toBe(share);
});
