/** The first step; shorter times belong to it. */
export const leastMs = 100;
/** Each step is a twentieth longer than the one before. */
export const factor = 1.05;

/** How many took a time of that step. */
export interface StepCount {
  readonly step: number;
  readonly starts: number;
}

/**
 * Computes the time, in milliseconds, that this share of all starts did not exceed, to within a
 * fortieth; null where there are none.
 */
export function computePercentileMs(steps: readonly StepCount[], share: number): number | null {
  const total = steps.reduce((sum, { starts }) => sum + starts, 0);
  let left = Math.ceil(total * share);
  for (const { step, starts } of steps.toSorted((a, b) => a.step - b.step)) {
    left -= starts;
    if (left <= 0 && starts > 0) return Math.round(leastMs * factor ** (step + 0.5));
  }
  return null;
}
