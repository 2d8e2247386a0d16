import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findAnchor, planAnchorStep, planWindow, readSearchTerm } from './user-list.rules.ts';

it('shows each row on exactly one page, read from either end', () => {
  const total = fc.integer({ min: 0, max: 300 });
  const pageSize = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(total, pageSize, (total, pageSize) => {
      const rows = Array.from({ length: total }, (_, at) => at);
      const shown: number[] = [];
      for (let page = 1; page <= Math.ceil(total / pageSize) + 1; page += 1) {
        const { isFromEnd, offset, limit } = planWindow(page, pageSize, total);
        const source = isFromEnd ? rows.toReversed() : rows;
        const found = source.slice(offset, offset + limit);
        shown.push(...(isFromEnd ? found.reverse() : found));
        expect(offset).toBeLessThanOrEqual(Math.max(total / 2, limit === 0 ? Infinity : 0));
      }
      expect(shown).toEqual(rows);
    }),
  );
});

it('leads to every place of a list, from an anchor that is never far', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000_000 }), fc.nat(), (total, seed) => {
      const step = planAnchorStep(total, 20_000);
      const anchors = Math.ceil(total / step);
      const offset = seed % total;
      const { index, skipped } = findAnchor(offset, step, anchors);
      expect(index * step + skipped).toBe(offset);
      expect(skipped).toBeLessThan(step);
      expect(anchors).toBeLessThanOrEqual(20_000);
      expect(step).toBeLessThanOrEqual(Math.max(1, total / 1000));
    }),
  );
});

it.each([
  [undefined, undefined],
  ['', undefined],
  ['  ', undefined],
  ['\u0000', undefined],
  [' Asha  Kumari ', 'Asha  Kumari'],
  ['98765 43210', '9876543210'],
  ['+91 98200 10013', '+919820010013'],
  ['+91 (98765)-432', '+9198765432'],
  ['10 A', '10 A'],
  ['1 2', '1 2'],
])('looks for %j as %j', (typed, term) => {
  expect(readSearchTerm(typed)).toBe(term);
});
