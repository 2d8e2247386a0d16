import { expect, it } from 'vitest';
import { computeBackOffMs } from './back-off.ts';

it('waits longer with each failure, and never longer than a minute', () => {
  const waits = [0, 1, 2, 3].map((failures) => computeBackOffMs(failures, 1));
  expect(waits).toEqual([1000, 2000, 4000, 8000]);
  expect(computeBackOffMs(10_000, 1)).toBe(60_000);
});

it('spreads runners that failed together', () => {
  expect(computeBackOffMs(3, 0)).toBe(4000);
  expect(computeBackOffMs(3, 0.5)).toBe(6000);
});
