import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findBin, findPercentileMs } from './latency-bins.ts';

function count(latencies: readonly number[]) {
  const counts = new Map<number, number>();
  for (const ms of latencies) counts.set(findBin(ms), (counts.get(findBin(ms)) ?? 0) + 1);
  return { bins: [...counts.keys()], counts: [...counts.values()] };
}

it('percentiles are within 5 % of the real ones, whatever the latencies are', () => {
  const latency = fc.double({ min: 0.1, max: 600_000, noNaN: true });
  const shares = fc.constantFrom(0, 0.5, 0.95, 0.99, 1);
  fc.assert(
    fc.property(fc.array(latency, { minLength: 1, maxLength: 300 }), shares, (all, share) => {
      const real =
        all.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(share * all.length)) - 1] ?? 0;
      const found = findPercentileMs(count(all), share) ?? Number.NaN;
      // Written with two decimals.
      expect(Math.abs(found - real)).toBeLessThanOrEqual(0.05 * real + 0.01);
    }),
  );
});

it('counts of parts add up to the count of the whole', () => {
  const [one, other] = [
    [1, 40, 40],
    [900, 3],
  ] as const;
  const [a, b] = [count(one), count(other)];
  const sum = { bins: [...a.bins, ...b.bins], counts: [...a.counts, ...b.counts] };
  expect(findPercentileMs(sum, 0.5)).toBe(findPercentileMs(count([...one, ...other]), 0.5));
});

it('there is no percentile of nothing, and no latency that has no bin', () => {
  expect(findPercentileMs({ bins: [], counts: [] }, 0.5)).toBeNull();
  for (const ms of [0, -1, 1e12]) expect(Number.isInteger(findBin(ms))).toBe(true);
});
