// @vitest-environment jsdom
import { isViolation } from '@prahari/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Signal } from '../signal.ts';
import { createSurroundingsDetector } from './surroundings.ts';

const slowCheckEveryMs = 30_000;
let signals: Signal[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  signals = [];
});
afterEach(() => {
  stop();
  Reflect.deleteProperty(screen, 'isExtended');
  vi.useRealTimers();
});

function look() {
  const report = (signal: Signal) => signals.push(signal);
  stop = createSurroundingsDetector({ slowCheckEveryMs })({
    report,
    recordingStopped: () => undefined,
  });
}

function attachDisplays(isExtended: boolean) {
  Object.defineProperty(screen, 'isExtended', { value: isExtended, configurable: true });
}

test('a second display, also one that comes later, is noted once, and is no violation', () => {
  attachDisplays(false);
  look();
  expect(signals).toEqual([]);
  attachDisplays(true);
  vi.advanceTimersByTime(3 * slowCheckEveryMs);
  expect(signals).toEqual([
    { type: 'second_display', message: 'A second display is attached', confidence: 'low' },
  ]);
  expect(signals.filter(({ type, confidence }) => isViolation(type, confidence))).toEqual([]);
});

test('a browser that does not list displays reports none', () => {
  look();
  vi.advanceTimersByTime(slowCheckEveryMs);
  expect(signals).toEqual([]);
});
