// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areNear, filledBy, shareInside } from './edges.ts';

const box = (left: number, top: number, right: number, bottom: number) => ({
  left,
  top,
  right,
  bottom,
});
const screen = box(0, 0, 1600, 900);

test.each([
  { picture: 16 / 9, filled: screen },
  { picture: 4 / 3, filled: box(200, 0, 1400, 900) },
  { picture: 3.2, filled: box(0, 200, 1600, 700) },
])('a picture fills its box but for its bars: %o', ({ picture, filled }) => {
  expect(areNear(filledBy(screen, { picture, box: 16 / 9 }), filled)).toBe(true);
});

test('a stage far wider than the screen holds a picture no wider than its height allows', () => {
  const wide = box(-14_200, 0, 15_800, 900);
  const picture = filledBy(wide, { picture: 16 / 9, box: 30_000 / 900 });
  expect(areNear(picture, screen)).toBe(true);
});

const boxes = fc
  .tuple(...[1, 2].map(() => fc.integer({ min: -500, max: 500 })))
  .chain(([left = 0, top = 0]) =>
    fc
      .tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 900 }))
      .map(([width, height]) => box(left, top, left + width, top + height)),
  );

test('property: a share is one of what lies within, none of what lies apart', () => {
  fc.assert(
    fc.property(boxes, boxes, (one, other) => {
      const share = shareInside(one, other);
      expect(share).toBe(shareInside(other, one));
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
      expect(shareInside(one, one)).toBe(1);
      const apart = one.right <= other.left || one.bottom <= other.top;
      if (apart) expect(share).toBe(0);
    }),
  );
});
