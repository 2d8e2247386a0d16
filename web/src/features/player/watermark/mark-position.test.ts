import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextPlace } from './mark-position.ts';

const share = fc.double({ min: 0, max: 0.999, noNaN: true });

test('property: a mark moves a clear way, stays in the picture, and keeps off title, captions and controls', () => {
  fc.assert(
    fc.property(share, share, share, share, (a, b, c, d) => {
      const first = nextPlace({ left: 50, top: 50 }, draws(a, b));
      const second = nextPlace(first, draws(c, d));
      expect(Math.hypot(second.left - first.left, second.top - first.top)).toBeGreaterThan(15);
      for (const { left, top } of [first, second]) {
        expect(left).toBeGreaterThanOrEqual(16);
        expect(left).toBeLessThanOrEqual(84);
        // Below the marks in the corners, whose line ends at 18 of a picture that is 600 pixels high;
        // two lines of captions of the large size end at 64 at 1366 x 768.
        expect(top).toBeGreaterThanOrEqual(20);
        expect(top).toBeLessThanOrEqual(64);
      }
    }),
  );
});

function draws(...values: number[]): () => number {
  return () => values.shift() ?? 0;
}
