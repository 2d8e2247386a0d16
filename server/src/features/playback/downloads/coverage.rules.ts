import * as z from 'zod/mini';

/** Segments of 18 hours at two seconds; later ones always count as new. */
const mostNumber = 32_768;
/** 512 segments. */
const pageBytes = 64;
const mostPages = mostNumber / 8 / pageBytes;

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

export function isEmpty({ bits }: Coverage): boolean {
  return bits.every((byte) => byte === 0);
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
  const added = listCovered(other).filter((number) => !isCovered(coverage, number));
  for (const number of added) addToCoverage(coverage, number);
  return added.length;
}

export function listCovered(coverage: Coverage): number[] {
  const numbers: number[] = [];
  for (let number = 0; number < coverage.bits.length * 8; number += 1)
    if (isCovered(coverage, number)) numbers.push(number);
  return numbers;
}

/** The number of each page that has something, and its bits in base64. */
export const pagesSchema = z
  .array(z.tuple([z.int().check(z.gte(0), z.lt(mostPages)), z.string()]))
  .check(z.maxLength(mostPages));
type Pages = z.infer<typeof pagesSchema>;

/** Writes a coverage; at most 6 kB of JSON. */
export function packCoverage({ bits }: Coverage): Pages {
  const pages: Pages = [];
  for (let at = 0; at * pageBytes < bits.length; at += 1) {
    const page = Buffer.from(bits.subarray(at * pageBytes, (at + 1) * pageBytes));
    const length = page.findLastIndex((byte) => byte !== 0) + 1;
    if (length > 0) pages.push([at, page.toString('base64', 0, length)]);
  }
  return pages;
}

/** Reads what `packCoverage` wrote. */
export function unpackCoverage(pages: Pages): Coverage {
  const last = Math.max(-1, ...pages.map(([at]) => at));
  const bits = new Uint8Array((last + 1) * pageBytes);
  for (const [at, page] of pages)
    bits.set(Buffer.from(page, 'base64').subarray(0, pageBytes), at * pageBytes);
  return { bits };
}
