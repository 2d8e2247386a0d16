import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeBridgeSeconds, findTrack, listHeights, type VariantTrack } from './renditions.ts';

const track = (height: number | null, more: Partial<VariantTrack> = {}): VariantTrack => ({
  active: false,
  height,
  bandwidth: 1_000_000,
  audioId: 1,
  ...more,
});

const tracks = fc.array(
  fc.record({
    active: fc.boolean(),
    height: fc.option(fc.constantFrom(144, 240, 360, 720, 1080)),
    bandwidth: fc.integer({ min: 1, max: 10_000_000 }),
    audioId: fc.option(fc.integer({ min: 0, max: 3 })),
  }),
);

describe('heights', () => {
  test('are each named once, the best first', () => {
    expect(listHeights([track(360), track(1080), track(360, { audioId: 2 }), track(null)])).toEqual(
      [1080, 360],
    );
  });
});

describe('the track for a height', () => {
  test('is the nearest that is not higher', () => {
    expect(findTrack([track(360), track(720), track(1080)], 900)?.height).toBe(720);
  });

  test('is the lowest where all are higher', () => {
    expect(findTrack([track(720), track(360)], 144)?.height).toBe(360);
  });

  test('keeps the sound that plays, and is the richest of these', () => {
    const list = [
      track(360, { active: true, audioId: 2 }),
      track(720, { audioId: 1, bandwidth: 9_000_000 }),
      track(720, { audioId: 2, bandwidth: 2_000_000 }),
      track(720, { audioId: 2, bandwidth: 3_000_000 }),
    ];
    expect(findTrack(list, 720)).toMatchObject({ audioId: 2, bandwidth: 3_000_000 });
  });

  test('property: there is one whenever a picture is', () => {
    fc.assert(
      fc.property(tracks, fc.integer({ min: 1, max: 4000 }), (list, wish) => {
        const found = findTrack(list, wish);
        expect(found === undefined).toBe(listHeights(list).length === 0);
        if (found) expect(list).toContain(found);
      }),
    );
  });
});

describe('the old quality', () => {
  const seconds = fc.double({ min: 0, max: 1e4, noNaN: true });

  test('is kept up to the beginning of a segment, for a second at least', () => {
    fc.assert(
      fc.property(seconds, fc.constantFrom(2, 4, 6), (at, length) => {
        const kept = computeBridgeSeconds(
          at,
          (moment) => (Math.floor(moment / length) + 1) * length,
        );
        expect(kept).toBeGreaterThan(1);
        expect(kept).toBeLessThanOrEqual(length + 1.11);
        // The new one is fetched from the segment in which the kept part ends.
        const begin = Math.floor((at + kept) / length) * length;
        expect(begin).toBeGreaterThan(at);
        expect(at + kept - begin).toBeCloseTo(0.1);
      }),
    );
  });

  test('is kept for three seconds where nothing is known of segments', () => {
    expect(computeBridgeSeconds(12, () => null)).toBe(3);
  });
});
