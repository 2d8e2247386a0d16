/** Returns the value in the middle; NaN without any. */
export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const upper = sorted[Math.floor(half)] ?? Number.NaN;
  const lower = sorted[Math.ceil(half) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/**
 * Computes how likely it is that two samples of one population differ in their ranks this much
 * (Mann–Whitney U, two-sided, by the normal approximation: for samples of eight and more).
 */
export function computeRankP(a: readonly number[], b: readonly number[]): number {
  let u = 0;
  for (const x of a) for (const y of b) u += x > y ? 1 : x === y ? 0.5 : 0;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return 2 * computeUpperTail(Math.abs(u - mean) / deviation);
}

/** The part of a normal distribution above z (Abramowitz and Stegun, 26.2.17; error below 1e-7). */
function computeUpperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const powers = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = powers.reduce((total, factor, i) => total + factor * t ** (i + 1), 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
