import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inverseOf, project, projectBox, squareTo } from './perspective.ts';

const corners = [
  [130, 92],
  [1802, 58],
  [1774, 1006],
  [158, 982],
] as const;
const onPhoto = squareTo(corners);

test('the corners of the square come to lie on the four points', () => {
  const square = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  for (const [index, corner] of square.entries()) {
    const [x, y] = project(onPhoto, corner);
    expect(x).toBeCloseTo(corners[index]?.[0] ?? 0);
    expect(y).toBeCloseTo(corners[index]?.[1] ?? 0);
  }
});

const share = fc.double({ min: 0, max: 1, noNaN: true });

test('property: the inverse leads back, and a box holds its middle', () => {
  const back = inverseOf(onPhoto);
  fc.assert(
    fc.property(share, share, (x, y) => {
      const [there, below] = project(onPhoto, [x, y]);
      const [again, beneath] = project(back, [there, below]);
      expect(again).toBeCloseTo(x);
      expect(beneath).toBeCloseTo(y);
      const [left = 0, top = 0, width = 0, height = 0] = projectBox(onPhoto, [
        ...[x - 0.1, y - 0.1],
        ...[0.2, 0.2],
      ]);
      expect(there).toBeGreaterThan(left);
      expect(there).toBeLessThan(left + width);
      expect(below).toBeGreaterThan(top);
      expect(below).toBeLessThan(top + height);
    }),
  );
});
