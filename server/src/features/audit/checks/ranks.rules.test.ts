import { describe, expect, it } from 'vitest';
import { computeMedian, computeRankP } from './ranks.rules.ts';

describe('computeMedian', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[7], 7],
  ])('of %j is %d', (values, median) => {
    expect(computeMedian(values)).toBe(median);
  });
});

describe('computeRankP', () => {
  const low = Array.from({ length: 16 }, (_, i) => i);

  it('is certain where nothing differs, and next to impossible where all does', () => {
    expect(computeRankP(low, low)).toBeCloseTo(1, 5);
    expect(
      computeRankP(
        low,
        low.map((value) => value + 100),
      ),
    ).toBeLessThan(1e-5);
  });

  it('is the same from both sides', () => {
    const other = [1, 2, 3, 30, 31, 32, 33, 34, 35, 36];
    expect(computeRankP(low, other)).toBeCloseTo(computeRankP(other, low), 10);
  });

  it('is that of the tables: U = 5 of 8 and 8 has p = 0.0046', () => {
    // scipy.stats.mannwhitneyu(…, method='asymptotic', use_continuity=False).
    const a = [1, 2, 3, 4, 5, 6, 9, 11];
    const b = [7, 8, 10, 12, 13, 14, 15, 16];
    expect(computeRankP(a, b)).toBeCloseTo(0.0046, 3);
  });
});
