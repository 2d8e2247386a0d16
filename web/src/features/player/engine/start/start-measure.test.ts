import { startParts } from '@prahari/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStartMeasure, splitStart } from './start-measure.ts';

function measure() {
  let nowMs = 1000;
  const start = createStartMeasure(() => nowMs);
  const at = (ms: number, act: () => void) => {
    nowMs = ms;
    act();
  };
  return { start, at };
}

test('splits a start into what it waited for', () => {
  const { start, at } = measure();
  at(1000, () => start.choose());
  at(1200, () => start.reach('answer'));
  at(1250, () => start.reach('manifest'));
  // Sound came first, and the licence later than the picture's first segment.
  at(1300, () => start.reach('segments'));
  at(1400, () => start.reach('segments'));
  at(1500, () => start.reach('licence'));
  at(1560, () => start.reach('picture'));
  const times = { answer: 200, manifest: 50, licence: 250, segments: 0, picture: 60 };
  expect(start.take()).toEqual(times);
});

test('of what was opened ahead counts what was waited for after the click', () => {
  const { start, at } = measure();
  at(1000, () => start.reach('answer'));
  at(1100, () => start.reach('manifest'));
  at(5000, () => start.choose());
  // The page takes what the click began.
  at(5200, () => start.choose());
  at(5300, () => start.reach('licence'));
  at(5450, () => start.reach('segments'));
  at(5500, () => start.reach('picture'));
  const times = { answer: 0, manifest: 0, licence: 300, segments: 150, picture: 50 };
  expect(start.take()).toEqual(times);
});

test('a part that never came, as the licence that is kept, took no time', () => {
  const reached = new Map([['segments', 400] as const]);
  const times = { answer: 0, manifest: 0, licence: 0, segments: 300, picture: 100 };
  expect(splitStart(100, reached, 500)).toEqual(times);
});

test('what comes after the first picture is no part of the start', () => {
  const { start, at } = measure();
  at(1000, () => start.choose());
  at(1500, () => start.reach('segments'));
  at(1600, () => start.reach('picture'));
  for (const part of startParts) at(9000, () => start.reach(part));
  expect(start.take()).toMatchObject({ segments: 500, picture: 100 });
});

test('is told once, and not before the picture', () => {
  const { start, at } = measure();
  const told: unknown[] = [];
  at(1000, () => start.choose());
  expect(start.take()).toBeNull();
  start.whenShown(() => told.push(start.take()));
  expect(told).toEqual([]);
  at(1100, () => start.reach('picture'));
  at(1200, () => start.reach('picture'));
  start.whenShown(() => told.push(start.take()));
  expect(told).toEqual([expect.objectContaining({ picture: 100 }), null]);
});

test('the parts are never negative, and together the whole start', () => {
  const ms = fc.double({ min: 0, max: 100_000, noNaN: true });
  fc.assert(
    fc.property(ms, fc.array(ms, { maxLength: 4 }), ms, (chosen, reached, length) => {
      const when = new Map(reached.map((at, n) => [startParts[n] ?? 'answer', at]));
      const times = Object.values(splitStart(chosen, when, chosen + length));
      expect(Math.min(...times)).toBeGreaterThanOrEqual(0);
      expect(times.reduce((sum, one) => sum + one, 0)).toBe(
        Math.max(0, Math.round(chosen + length - chosen)),
      );
    }),
  );
});
