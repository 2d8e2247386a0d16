/** A value at the begin of a step of time. */
interface Step {
  readonly timestamp: string;
  readonly value: number;
}

interface ChartSteps {
  readonly points: readonly Step[];
  /** How many steps each point counts together. */
  readonly size: number;
}

/**
 * Counts steps of one length together until so few are left that a chart shows them all: it covers
 * the whole range then, as the figures beside it do.
 */
export function joinSteps(steps: readonly Step[], most: number): ChartSteps {
  const size = findSize(steps.length, most);
  const points = steps.flatMap(({ timestamp }, at) => {
    if (at % size !== 0) return [];
    const value = steps.slice(at, at + size).reduce((sum, step) => sum + step.value, 0);
    return [{ timestamp, value }];
  });
  return { points, size };
}

/** Finds the fewest that leave at most so many points, none of which is shorter. */
function findSize(steps: number, most: number): number {
  for (let size = Math.max(1, Math.ceil(steps / most)); size < steps; size += 1)
    if (steps % size === 0) return size;
  return Math.max(1, steps);
}
