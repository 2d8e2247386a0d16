import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isValid, judgeCaching } from './persistent-licences.rules.ts';

it('recommends something when fewer than half of the look-ups found a licence', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), (hits, misses) => {
      const { cacheHitRate, recommendation } = judgeCaching([
        { eventType: 'cache_hit', count: hits },
        { eventType: 'cache_miss', count: misses },
      ]);
      if (hits + misses === 0) expect([cacheHitRate, recommendation]).toEqual([null, null]);
      else expect(recommendation === 'improve_caching').toBe(hits < misses);
    }),
  );
});

it('a licence is valid only while its expiration lies ahead', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  expect(isValid({ expiresAt: new Date(now.getTime() + 1) }, now)).toBe(true);
  expect(isValid({ expiresAt: now }, now)).toBe(false);
});
