// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  defaultPreferences,
  nextSpeed,
  type Preferences,
  readPreferences,
  rememberedPreferences,
  rememberPreferences,
  SPEEDS,
} from './preferences.ts';

const preferences = fc.record<Preferences>({
  speed: fc.constantFrom(...SPEEDS),
  heightPixels: fc.option(fc.integer({ min: 1, max: 8192 })),
  volume: fc.double({ min: 0, max: 1, noNaN: true }).map((volume) => volume + 0),
  soundLanguage: fc.constantFrom(null, 'hi', 'sr-Latn'),
  autoplay: fc.boolean(),
});

beforeEach(() => localStorage.clear());

describe('player preferences', () => {
  test('property: stored preferences are read back', () => {
    fc.assert(
      fc.property(preferences, (chosen) => {
        rememberPreferences(chosen);
        expect(rememberedPreferences()).toEqual(chosen);
      }),
    );
  });

  test('preferences stored before languages and autoplay existed are kept', () => {
    const before = { speed: 1.5, heightPixels: 360, volume: 0.5 };
    expect(readPreferences(JSON.stringify(before))).toEqual({
      ...before,
      soundLanguage: null,
      autoplay: true,
    });
  });

  test.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['another shape', '"fast"'],
    ['a speed that is not offered', '{"speed":16,"heightPixels":null,"volume":1}'],
    ['a volume too loud', '{"speed":1,"heightPixels":null,"volume":2}'],
  ])('%s gives the defaults', (_what, text) => {
    expect(readPreferences(text)).toEqual(defaultPreferences);
  });

  test('storage that refuses is no failure', () => {
    const refusing = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    expect(() => rememberPreferences(defaultPreferences)).not.toThrow();
    refusing.mockRestore();
  });

  test('speeds go up and down and stop at the ends', () => {
    expect(nextSpeed(1, 1)).toBe(1.25);
    expect(nextSpeed(1, -1)).toBe(0.75);
    expect(nextSpeed(2, 1)).toBe(2);
    expect(nextSpeed(0.5, -1)).toBe(0.5);
  });
});
