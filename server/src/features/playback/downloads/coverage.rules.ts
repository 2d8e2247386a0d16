/** Segments of 18 hours at two seconds; later ones always count as new. */
const mostNumber = 32_768;

/** The segments of one kind that were fetched, one bit each. */
export interface Coverage {
  bits: Uint8Array;
}

export function createCoverage(): Coverage {
  return { bits: new Uint8Array(128) };
}

export function isCovered({ bits }: Coverage, number: number): boolean {
  return (((bits[number >> 3] ?? 0) >> (number & 7)) & 1) === 1;
}

export function addToCoverage(coverage: Coverage, number: number): void {
  if (number >= mostNumber) return;
  const at = number >> 3;
  if (at >= coverage.bits.length) {
    const grown = new Uint8Array(Math.max(at + 1, coverage.bits.length * 2));
    grown.set(coverage.bits);
    coverage.bits = grown;
  }
  coverage.bits[at] = (coverage.bits[at] ?? 0) | (1 << (number & 7));
}

/** Adds the segments of another coverage. @returns how many were new */
export function mergeCoverage(coverage: Coverage, other: Coverage): number {
  let added = 0;
  for (let number = 0; number < other.bits.length * 8; number += 1) {
    if (!isCovered(other, number) || isCovered(coverage, number)) continue;
    addToCoverage(coverage, number);
    added += 1;
  }
  return added;
}
