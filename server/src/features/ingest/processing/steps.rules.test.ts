import { type ProcessingStep, processingSteps } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeOverallProgress } from './steps.rules.ts';

const at = (step: ProcessingStep, fraction: number) =>
  computeOverallProgress(step, fraction, processingSteps.slice(processingSteps.indexOf(step) + 1));

describe('computeOverallProgress', () => {
  it('of a single step on a finished job stays near the end', () => {
    expect(computeOverallProgress('storyboard', 0.5, [])).toBeCloseTo(0.99);
  });

  it('begins at 0, ends at 1, and steps follow each other without a gap', () => {
    expect(at('probe', 0)).toBeCloseTo(0);
    expect(at('publish', 1)).toBeCloseTo(1);
    processingSteps.slice(1).forEach((step, i) => {
      expect(at(step, 0)).toBeCloseTo(at(processingSteps[i]!, 1));
    });
  });

  it('never falls while the work continues, and stays within 0 and 1', () => {
    const moment = fc.tuple(
      fc.nat({ max: processingSteps.length - 1 }),
      fc.double({ noNaN: true }),
    );
    fc.assert(
      fc.property(moment, moment, ([stepA, a], [stepB, b]) => {
        const [first, second] = [at(processingSteps[stepA]!, a), at(processingSteps[stepB]!, b)];
        expect(first).toBeGreaterThanOrEqual(0);
        expect(first).toBeLessThanOrEqual(1);
        if (stepA < stepB || (stepA === stepB && a <= b)) {
          expect(first).toBeLessThanOrEqual(second + 1e-9);
        }
      }),
    );
  });
});
