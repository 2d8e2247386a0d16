/** Of answers to calls: what the platform calls slow. */
const slowMs = 3000;
const fewest = 5;
const most = 10;
const slowTypes = new Set(['slow-2g', '2g']);

/**
 * Judges the network by the latest ten answers, or by the word of the browser where it has one.
 * @param answersMs how long each answer took to begin, oldest first
 * @returns the median in milliseconds where the network is slow, else null
 */
export function findSlowness(
  answersMs: readonly number[],
  effectiveType: string | undefined,
): number | null {
  const latest = [...answersMs.slice(-most)].sort((a, b) => a - b);
  const median = latest[Math.floor(latest.length / 2)] ?? 0;
  const isMeasured = latest.length >= fewest && median > slowMs;
  const isSaid = effectiveType !== undefined && slowTypes.has(effectiveType);
  return isMeasured || isSaid ? Math.round(median) : null;
}
