import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countToPublish } from './shared-counts.ts';

describe('countToPublish', () => {
  it('publishes every call of a caller near the limit, up to the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat({ max: 1000 }), (perMinute, calls) => {
        let published = 0;
        for (let number = 1; number <= calls; number += 1)
          published += countToPublish(number, perMinute);
        const isNear = calls >= perMinute / 8;
        expect(published).toBe(isNear ? Math.min(calls, perMinute) : 0);
      }),
    );
  });

  it('publishes nothing of a caller far below the limit', () => {
    expect([1, 2, 3, 7].map((number) => countToPublish(number, 60))).toEqual([0, 0, 0, 0]);
    expect(countToPublish(8, 60)).toBe(8);
  });
});
