import { expect, test } from 'vitest';
import { isNearEnd } from './use-near-end.ts';

test.each([
  [0, 0, false],
  [589, 600, false],
  [590, 600, true],
  [14, 20, false],
  [15, 20, true],
])('%s s of %s: %s', (positionSeconds, durationSeconds, expected) => {
  expect(isNearEnd({ positionSeconds, durationSeconds, ended: false })).toBe(expected);
});

test('at the end, however long it is', () => {
  expect(isNearEnd({ positionSeconds: 0, durationSeconds: 0, ended: true })).toBe(true);
});
