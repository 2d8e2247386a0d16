import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNearest, listNamed, listTicks } from './chart-scale.ts';

/** Writes every digit. */
const exactly = (value: number) => value.toFixed(12);
const list = (most: number, more: Partial<Parameters<typeof listTicks>[1]> = {}) =>
  listTicks(most, { steps: 5, isWhole: false, format: exactly, ...more });

test('ticks are round figures from zero to what holds the highest', () => {
  expect(list(383)).toEqual([0, 100, 200, 300, 400]);
  expect(list(155)).toEqual([0, 50, 100, 150, 200]);
  expect(list(93)).toEqual([0, 25, 50, 75, 100]);
  expect(list(0.031)).toEqual([0, 0.01, 0.02, 0.03, 0.04]);
  expect(list(0)).toEqual([0, 1]);
});

test('whole figures stay whole, however few', () => {
  const ends = [0, 1, 2, 3, 5, 7, 100].map((most) => list(most, { isWhole: true }));
  expect(ends).toEqual([
    [0, 1],
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3],
    [0, 1, 2, 3, 4, 5],
    [0, 2, 4, 6, 8],
    [0, 25, 50, 75, 100],
  ]);
});

test('a low chart has fewer', () => {
  expect(list(100, { steps: 3 })).toEqual([0, 50, 100]);
});

test('no tick is written with fewer digits than it has', () => {
  const inSeconds = (ms: number) => `${Number((ms / 1000).toFixed(1))} s`;
  expect(list(1230)).toEqual([0, 250, 500, 750, 1000, 1250]);
  expect(list(1230, { format: inSeconds })).toEqual([0, 500, 1000, 1500]);
});

test('ticks of any figures are few, rise, reach it and end close above it', () => {
  const most = fc.double({ min: 1e-6, max: 1e15, noNaN: true });
  fc.assert(
    fc.property(most, fc.boolean(), (value, isWhole) => {
      const ticks = list(value, { isWhole });
      const top = ticks.at(-1) ?? 0;
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks[0]).toBe(0);
      expect(top).toBeGreaterThanOrEqual(value * (1 - 1e-9));
      expect(ticks.every((tick, at) => at === 0 || tick > (ticks[at - 1] ?? 0))).toBe(true);
      if (isWhole) expect(ticks.every(Number.isInteger)).toBe(true);
      else expect(top / value).toBeLessThanOrEqual(1.34);
    }),
  );
});

test('without landmarks the last point is named, and no more than there is room for', () => {
  const named = (count: number, room: number) => [
    ...listNamed(
      Array.from({ length: count }, () => 0),
      room,
    ),
  ];
  expect(named(7, 10)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(named(60, 5)).toEqual([59, 47, 35, 23, 11]);
  expect(named(3, 0)).toEqual([2]);
});

test('of landmarks, all of the lowest rank that fits are named', () => {
  const ranks = [0, 1, 0, 2, 0, 1, 0, 2, 0];
  expect([...listNamed(ranks, 9)]).toHaveLength(9);
  expect([...listNamed(ranks, 6)]).toEqual([1, 3, 5, 7]);
  expect([...listNamed(ranks, 3)]).toEqual([3, 7]);
  // One name alone says nothing of how long the axis is.
  expect([...listNamed([0, 0, 0, 1, 0, 0], 3)]).toEqual([5, 3, 1]);
});

test('a place outside counts as the first or last point', () => {
  expect([-5, 0, 51, 99, 400].map((x) => findNearest(x, 4, 100))).toEqual([0, 0, 2, 3, 3]);
});
