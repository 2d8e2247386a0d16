import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureWindowGap } from './window-gap.ts';

const outerWidth = 1366;
const outerHeight = 768;

test('docked tools are a gap on their side', () => {
  expect(measureWindowGap({ outerWidth, outerHeight, innerWidth: 966, innerHeight: 768 })).toBe(
    400,
  );
  expect(measureWindowGap({ outerWidth, outerHeight, innerWidth: 1366, innerHeight: 468 })).toBe(
    300,
  );
});

test('a toolbar is a small gap', () => {
  expect(measureWindowGap({ outerWidth, outerHeight, innerWidth: 1366, innerHeight: 640 })).toBe(
    128,
  );
});

test('a window that tells no size has none', () => {
  expect(
    measureWindowGap({ outerWidth: 0, outerHeight: 0, innerWidth: 800, innerHeight: 600 }),
  ).toBe(0);
});

const zoom = fc.constantFrom(0.25, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 3, 5);

test('property: zoom alone is no gap, and hides none', () => {
  fc.assert(
    fc.property(zoom, fc.integer({ min: 0, max: 600 }), (factor, docked) => {
      const gap = measureWindowGap({
        outerWidth,
        outerHeight,
        innerWidth: (outerWidth - docked) / factor,
        innerHeight: outerHeight / factor,
      });
      expect(gap).toBeCloseTo(docked, 6);
    }),
  );
});
