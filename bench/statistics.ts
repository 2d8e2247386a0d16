/**
 * The middle value; the mean of the two middle ones where their number is even.
 * @throws RangeError for no values
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('no values');
  return (upper + lower) / 2;
}

/**
 * The mean of the middle half: as deaf to outliers as the median, but finer than the steps in which
 * the values were measured.
 * @throws RangeError for no values
 */
export function middleMean(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const left = Math.floor(sorted.length / 4);
  const middle = sorted.slice(left, sorted.length - left);
  if (middle.length === 0) throw new RangeError('no values');
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}
