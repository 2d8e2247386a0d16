import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextPlace } from './mark-position.ts';

const share = fc.double({ min: 0, max: 0.999, noNaN: true });

test('property: a mark moves a clear way and stays in the picture', () => {
  fc.assert(
    fc.property(share, share, share, share, (a, b, c, d) => {
      const first = nextPlace({ left: 50, top: 50 }, draws(a, b));
      const second = nextPlace(first, draws(c, d));
      expect(Math.hypot(second.left - first.left, second.top - first.top)).toBeGreaterThan(15);
      for (const { left, top } of [first, second]) {
        expect(left).toBeGreaterThanOrEqual(16);
        expect(left).toBeLessThanOrEqual(84);
        expect(top).toBeGreaterThanOrEqual(10);
        expect(top).toBeLessThanOrEqual(90);
      }
    }),
  );
});

function draws(...values: number[]): () => number {
  return () => values.shift() ?? 0;
}
