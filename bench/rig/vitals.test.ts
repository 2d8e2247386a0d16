import { describe, expect, it } from 'vitest';
import { computeLayoutShift } from './vitals.ts';

describe('the layout shift of a page', () => {
  it('is none without shifts', () => {
    expect(computeLayoutShift([])).toBe(0);
  });

  it('sums what comes within a second of each other, and takes the worst', () => {
    const shifts = [
      [100, 0.25],
      [900, 0.25],
      [2000, 0.125],
    ] as const;
    expect(computeLayoutShift(shifts)).toBe(0.5);
  });

  it('starts again after five seconds without rest', () => {
    const shifts = Array.from({ length: 12 }, (_, at) => [at * 500, 0.25] as const);
    expect(computeLayoutShift(shifts)).toBe(2.5);
  });
});
