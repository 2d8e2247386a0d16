/**
 * Returns the smallest value that the given per cent of values do not exceed (nearest rank).
 * @throws RangeError for no values
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('no values');
  return value;
}
