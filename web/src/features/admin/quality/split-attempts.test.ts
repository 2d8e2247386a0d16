import { expect, test } from 'vitest';
import { splitAttempts } from './split-attempts.ts';

test.each([
  // Opened, began, left, failed: of these before the start, and later.
  [161, 156, 3, 4, 2, 2],
  [133, 130, 3, 1, 0, 1],
  [10, 4, 3, 3, 3, 0],
  // The attempt of a start was counted in the step before.
  [5, 6, 0, 1, 0, 1],
  [0, 0, 0, 0, 0, 0],
])(
  'of %s opened, %s began, %s were left and %s failed',
  (attempts, starts, left, failures, before, later) => {
    const parts = splitAttempts({ attempts, starts, exitsBeforeStart: left, failures });
    expect(parts).toEqual({
      opened: attempts,
      began: starts,
      left,
      failedBefore: before,
      failedLater: later,
    });
  },
);
