import { expect, it } from 'vitest';
import { median, middleMean } from './statistics.ts';

it('takes the middle of an odd number of values, in any order', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([7])).toBe(7);
});

it('takes the mean of the two middle values of an even number', () => {
  expect(median([10, 2, 4, 8])).toBe(6);
});

it('has no answer for no values', () => {
  expect(() => median([])).toThrow(RangeError);
  expect(() => middleMean([])).toThrow(RangeError);
});

it('takes the mean of the middle half, without outliers', () => {
  expect(middleMean([4, 1, 3, 900])).toBe(3.5);
  expect(middleMean([1, 2, 6])).toBe(3);
});
