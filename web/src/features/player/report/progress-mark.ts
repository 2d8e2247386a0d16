/**
 * Finds the whole second to report now, or null. Progress is reported at multiples of the policy's
 * interval (specification, section 7: 30), each once in a row.
 */
export function findProgressMark(
  positionSeconds: number,
  everySeconds: number,
  lastReported: number | null,
): number | null {
  const second = Math.floor(positionSeconds);
  if (second === 0 || second % everySeconds !== 0 || second === lastReported) return null;
  return second;
}
