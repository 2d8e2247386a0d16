import { expect, it } from 'vitest';
import { median, percentile } from './statistics.ts';

it('takes the middle of an odd number of values, in any order', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([7])).toBe(7);
});

it('takes the mean of the two middle values of an even number', () => {
  expect(median([10, 2, 4, 8])).toBe(6);
});

it('has no answer for no values', () => {
  expect(() => median([])).toThrow(RangeError);
});

it('takes the smallest value that the given per cent do not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect(percentile(hundred, 95)).toBe(95);
  expect(percentile([3, 1], 50)).toBe(1);
  expect(percentile([3, 1], 100)).toBe(3);
  expect(() => percentile([], 95)).toThrow(RangeError);
});
