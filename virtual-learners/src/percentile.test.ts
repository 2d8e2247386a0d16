import { expect, it } from 'vitest';
import { percentile } from './percentile.ts';

it('takes the smallest value that the given per cent do not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect(percentile(hundred, 95)).toBe(95);
  expect(percentile([3, 1], 50)).toBe(1);
  expect(percentile([3, 1], 100)).toBe(3);
  expect(() => percentile([], 95)).toThrow(RangeError);
});
