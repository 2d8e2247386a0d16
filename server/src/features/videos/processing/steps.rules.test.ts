import { processingSteps } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overallProgress } from './steps.rules.ts';

describe('overallProgress', () => {
  it('begins at 0, ends at 1, and steps follow each other without a gap', () => {
    expect(overallProgress('probe', 0)).toBe(0);
    expect(overallProgress('publish', 1)).toBeCloseTo(1);
    processingSteps.slice(1).forEach((step, i) => {
      expect(overallProgress(step, 0)).toBeCloseTo(overallProgress(processingSteps[i]!, 1));
    });
  });

  it('never falls while the work goes on, and stays within 0 and 1', () => {
    const at = fc.tuple(fc.nat({ max: processingSteps.length - 1 }), fc.double({ noNaN: true }));
    fc.assert(
      fc.property(at, at, ([stepA, a], [stepB, b]) => {
        const [first, second] = [
          overallProgress(processingSteps[stepA]!, a),
          overallProgress(processingSteps[stepB]!, b),
        ];
        expect(first).toBeGreaterThanOrEqual(0);
        expect(first).toBeLessThanOrEqual(1);
        if (stepA < stepB || (stepA === stepB && a <= b)) expect(first).toBeLessThanOrEqual(second);
      }),
    );
  });
});
