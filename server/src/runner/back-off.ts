const firstMs = 1000;
const mostMs = 60_000;

/**
 * Computes how long to wait after so many failures in a row: twice as long each time, up to a
 * minute, and not all runners at once.
 * @param chance 0 to 1
 */
export function computeBackOffMs(failures: number, chance: number): number {
  const whole = Math.min(mostMs, firstMs * 2 ** Math.min(failures, 10));
  return Math.round(whole / 2 + (whole / 2) * chance);
}
