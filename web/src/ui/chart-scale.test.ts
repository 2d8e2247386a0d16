import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawLine, findNearest, listLone, listNamed, listTicks } from './chart-scale.ts';

test('ticks are round figures from zero to what holds the highest', () => {
  expect(listTicks(93, 4, false)).toEqual([0, 50, 100]);
  expect(listTicks(0.031, 4, false)).toEqual([0, 0.01, 0.02, 0.03, 0.04]);
  expect(listTicks(3, 4, true)).toEqual([0, 1, 2, 3]);
  expect([listTicks(0, 4, true), listTicks(0, 4, false)]).toEqual([
    [0, 1],
    [0, 1],
  ]);
});

test('ticks of any figures are few, rise, and reach it', () => {
  const most = fc.double({ min: 1e-6, max: 1e15, noNaN: true });
  fc.assert(
    fc.property(most, fc.boolean(), (value, isWhole) => {
      const ticks = listTicks(value, 4, isWhole);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(value * (1 - 1e-9));
      expect(ticks.every((tick, at) => at === 0 || tick > (ticks[at - 1] ?? 0))).toBe(true);
      if (isWhole) expect(ticks.every(Number.isInteger)).toBe(true);
    }),
  );
});

test('the last point is named, and no more than there is room for', () => {
  expect([...listNamed(7, 10)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect([...listNamed(60, 5)]).toEqual([59, 47, 35, 23, 11]);
  expect([...listNamed(3, 0)]).toEqual([2]);
});

test('a place outside counts as the first or last point', () => {
  expect([-5, 0, 51, 99, 400].map((x) => findNearest(x, 4, 100))).toEqual([0, 0, 2, 3, 3]);
});

test('a line breaks where nothing is known, and a point alone is marked', () => {
  expect(drawLine([[0, 1], null, [2, 3.04], [4, 5]])).toBe('M0 1M2 3L4 5');
  expect(listLone([1, null, 2, 3, null])).toEqual([0]);
  expect(listLone([null, 0, null])).toEqual([1]);
});
