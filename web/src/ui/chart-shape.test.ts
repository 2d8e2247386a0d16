import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  drawLine,
  findDrawnKind,
  findGroupWidth,
  listGaps,
  listLone,
  stackValues,
} from './chart-shape.ts';

const none = (count: number) => Array.from({ length: count }, () => null);
const values = fc.array(fc.option(fc.integer({ min: 0, max: 9 })), { maxLength: 30 });

test('a line breaks where nothing is known, and a point alone is marked', () => {
  expect(drawLine([[0, 1], null, [2, 3.04], [4, 5]])).toBe('M0 1M2 3L4 5');
  expect(listLone([1, null, 2, 3, null])).toEqual([0]);
  expect(listLone([null, 0, null])).toEqual([1]);
});

test('hardly any points, or none beside another, make no line', () => {
  expect(findDrawnKind('line', [[...none(22), 383, 390]])).toBe('bars');
  expect(findDrawnKind('line', [[1, null, 2, null, 3, null, 4, null, 5]])).toBe('bars');
  expect(findDrawnKind('line', [[1, 2, 3, 4]])).toBe('line');
  expect(findDrawnKind('line', [none(9), [1, null, 2, 3, null, 4]])).toBe('line');
});

test('a gap is a span of points of which no series knows anything', () => {
  expect(listGaps([[null, null, 1, null, 2, null, null, null]])).toEqual([
    [0, 1],
    [5, 7],
  ]);
  expect(
    listGaps([
      [null, null, 1],
      [null, 0, 1],
    ]),
  ).toEqual([]);
  expect(listGaps([none(4)])).toEqual([[0, 3]]);
  expect(listGaps([])).toEqual([]);
});

test('gaps hold nothing known, and all long runs of what is not', () => {
  fc.assert(
    fc.property(values, (one) => {
      const shaded = listGaps([one]).flatMap(([from, to]) =>
        one.slice(from, to + 1).map((value, at) => [from + at, value] as const),
      );
      const inRuns = one.flatMap((value, at) =>
        value === null && !listLone(one.map((other) => (other === null ? 0 : null))).includes(at)
          ? [[at, value] as const]
          : [],
      );
      expect(shaded).toEqual(inRuns);
    }),
  );
});

test('parts stand on one another, and what is unknown takes no room', () => {
  expect(
    stackValues([
      [1, null, 3],
      [4, 5, null],
    ]),
  ).toEqual([
    [[0, 1], null, [0, 3]],
    [[1, 5], [0, 5], null],
  ]);
});

test('bars take most of their slot; of a few, they reach into the empty room beside them', () => {
  expect(findGroupWidth([[1, 2, 3]], 100, 2)).toBe(80);
  expect(findGroupWidth([[1, 2, 3]], 10, 2)).toBe(8);
  expect(findGroupWidth([[...none(30), 1, ...none(29)]], 10, 3)).toBe(36);
  expect(findGroupWidth([[1, null, 2, ...none(57)]], 10, 3)).toBe(16);
});
