import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  drawLine,
  findNearest,
  listGaps,
  listLone,
  listNamed,
  listTicks,
  stackUp,
} from './chart-scale.ts';

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

const alike = (count: number) => Array<number>(count).fill(0);

test('the last point is named, and no more than there is room for', () => {
  expect([...listNamed(alike(7), 10)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect([...listNamed(alike(60), 5)]).toEqual([59, 47, 35, 23, 11]);
  expect([...listNamed(alike(3), 0)]).toEqual([2]);
});

test('round points are named first, as many as there is room for', () => {
  const quarters = [...Array(60).keys()].map((at) => (at % 30 === 3 ? 2 : at % 15 === 3 ? 1 : 0));
  expect([...listNamed(quarters, 5)]).toEqual([3, 18, 33, 48]);
  expect([...listNamed(quarters, 3)]).toEqual([3, 33]);
  // Two are round, and there is room for one.
  expect([...listNamed(quarters, 1)]).toEqual([59]);
  expect([...listNamed([0, 3, 0, 0], 9)]).toEqual([0, 1, 2, 3]);
});

test('property: never more names than room, and the same for the same points', () => {
  const ranks = fc.array(fc.nat({ max: 8 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(ranks, fc.integer({ min: 1, max: 12 }), (all, room) => {
      const named = listNamed(all, room);
      expect(named.size).toBeGreaterThan(0);
      expect(named.size).toBeLessThanOrEqual(room);
    }),
  );
});

test('gaps are spans of two points or more of which no series knows anything', () => {
  const some = [1, null, null, null, 2, null, 3, null, null];
  expect(listGaps([some])).toEqual([
    [1, 3],
    [7, 8],
  ]);
  expect(listGaps([some, some.map((one, at) => (at === 2 ? 5 : one))])).toEqual([[7, 8]]);
  expect(listGaps([])).toEqual([]);
});

test('each part of a stack begins where those before it end', () => {
  expect(
    stackUp([
      [1, null],
      [2, 3],
      [4, 5],
    ]),
  ).toEqual([
    [0, 0],
    [1, 0],
    [3, 3],
  ]);
});

test('a place outside counts as the first or last point', () => {
  expect([-5, 0, 51, 99, 400].map((x) => findNearest(x, 4, 100))).toEqual([0, 0, 2, 3, 3]);
});

test('a line breaks where nothing is known, and a point alone is marked', () => {
  expect(drawLine([[0, 1], null, [2, 3.04], [4, 5]])).toBe('M0 1M2 3L4 5');
  expect(listLone([1, null, 2, 3, null])).toEqual([0]);
  expect(listLone([null, 0, null])).toEqual([1]);
});
