import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, type Direction, findNearestBox } from './spatial.ts';

const box = (left: number, top: number, width = 40, height = 40): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
/** A bar over a row of three. */
const bar = box(0, 0, 400, 20);
const row = [box(0, 40), box(60, 40), box(360, 40)];
const all = [bar, ...row];

test.each<[number, Direction, number]>([
  [1, 'right', 2],
  [2, 'right', 3],
  [3, 'right', -1],
  [3, 'left', 2],
  [1, 'left', -1],
  [2, 'up', 0],
  [1, 'down', -1],
])('from %s to the %s: %s', (from, direction, to) => {
  const others = all.map((each, index) => (index === from ? box(-999, -999) : each));
  const start = all[from] ?? bar;
  const found = findNearestBox(start, others, direction);
  expect(found === from ? -1 : found).toBe(to);
});

test('the target lies ahead, and focus is never lost', () => {
  const place = fc.integer({ min: 0, max: 900 });
  const boxes = fc.array(
    fc.tuple(place, place).map(([x, y]) => box(x, y)),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(boxes, fc.tuple(place, place), (others, [x, y]) => {
      const from = box(x, y);
      const right = others[findNearestBox(from, others, 'right')];
      if (right) expect(right.left).toBeGreaterThan(from.left);
      else expect(others.every(({ left }) => left <= from.left + 1)).toBe(true);
    }),
  );
});
