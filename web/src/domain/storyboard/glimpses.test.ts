import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pickGlimpses } from './glimpses.ts';

test('glimpses are in order, different, and no more than asked for', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.integer({ min: 1, max: 20 }), (length, atMost) => {
      const all = Array.from({ length }, (_, index) => index);
      const some = pickGlimpses(all, atMost);
      expect(some).toHaveLength(Math.min(length, atMost));
      expect([...new Set(some)].sort((a, b) => a - b)).toEqual(some);
    }),
  );
});
