import { expect, test } from 'vitest';
import { findProgressMark } from './progress-mark.ts';

test.each([
  [0.4, null, null],
  [29.9, null, null],
  [30.2, null, 30],
  [30.8, 30, null],
  [60, 30, 60],
  [30.1, 60, 30],
])('at %d s after reporting %s: %s', (position, last, expected) => {
  expect(findProgressMark(position, 30, last)).toBe(expected);
});
