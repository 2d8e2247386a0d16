import { expect, test } from 'vitest';
import { describeChange } from './metric-change.ts';

test.each([
  [120, 20, { kind: 'up', amount: 20 }],
  [80, -20, { kind: 'down', amount: 20 }],
  [3, 3, { kind: 'up', amount: 3 }],
  [99.995, 0.005, { kind: 'same' }],
  [0, 0, { kind: 'same' }],
  [5, null, { kind: 'unknown' }],
  [null, 2, { kind: 'unknown' }],
])('of %s, changed by %s', (value, difference, change) => {
  expect(describeChange(value, difference)).toEqual(change);
});
