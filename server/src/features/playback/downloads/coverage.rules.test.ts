import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addToCoverage,
  createCoverage,
  isEmpty,
  listCovered,
  packCoverage,
  unpackCoverage,
} from './coverage.rules.ts';

function cover(numbers: Iterable<number>) {
  const coverage = createCoverage();
  for (const number of numbers) addToCoverage(coverage, number);
  return coverage;
}

it('survives a message to other processes', () => {
  const numbers = fc.array(fc.nat({ max: 33_000 }), { maxLength: 300 });
  fc.assert(
    fc.property(numbers, (some) => {
      const coverage = cover(some);
      const pages = packCoverage(coverage);
      expect(JSON.stringify(pages).length).toBeLessThan(6200);
      expect(listCovered(unpackCoverage(pages))).toEqual(listCovered(coverage));
      expect(isEmpty(coverage)).toBe(pages.length === 0);
    }),
  );
  const whole = cover(Array.from({ length: 32_768 }, (_, number) => number));
  expect(JSON.stringify(packCoverage(whole)).length).toBeLessThan(6200);
  // Every other segment of an hour.
  const hour = cover(Array.from({ length: 900 }, (_, at) => at * 2 + 1));
  expect(JSON.stringify(packCoverage(hour)).length).toBeLessThan(400);
});

it('takes no more of a page than belongs to it', () => {
  const long = Buffer.alloc(500, 255).toString('base64');
  expect(listCovered(unpackCoverage([[0, long]]))).toHaveLength(512);
});
