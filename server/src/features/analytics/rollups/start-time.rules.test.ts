import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computePercentileMs } from './start-time.rules.ts';

const stepOf = (ms: number) =>
  Math.floor(Math.log(Math.max(ms, 100) / 100) / Math.log(1.05) + 1e-9);

it('finds the time that a share of the starts did not exceed, to within a fortieth', () => {
  const times = fc.array(fc.integer({ min: 100, max: 600_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.95), (all, share) => {
      const steps = all.map((ms) => ({ step: stepOf(ms), starts: 1 }));
      const exact = all.toSorted((a, b) => a - b)[Math.ceil(all.length * share) - 1] ?? 0;
      const found = computePercentileMs(steps, share) ?? 0;
      expect(Math.abs(found / exact - 1)).toBeLessThan(0.026);
    }),
  );
});

it('knows nothing of what never started', () => {
  expect(computePercentileMs([], 0.5)).toBeNull();
  expect(computePercentileMs([{ step: 3, starts: 0 }], 0.5)).toBeNull();
});
