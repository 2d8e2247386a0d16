import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeClock, noteClock, toleratedBackMs, trustServer } from './trusted-clock.ts';

const hourMs = 3_600_000;

test('a wrong clock is set right by what the server said', () => {
  const known = trustServer(10 * hourMs, 4 * hourMs);
  expect(judgeClock(known, 5 * hourMs)).toEqual({ kind: 'good', nowMs: 11 * hourMs });
  expect(judgeClock(null, 5)).toEqual({ kind: 'good', nowMs: 5 });
});

test('a clock that was set back is found, one that stepped a little is not', () => {
  const known = noteClock(trustServer(0, 0), hourMs);
  expect(judgeClock(known, hourMs - toleratedBackMs).kind).toBe('good');
  expect(judgeClock(known, hourMs - toleratedBackMs - 1).kind).toBe('moved-back');
});

test('back and forth wins nothing: forward is remembered', () => {
  const there = noteClock(trustServer(0, 0), 9 * hourMs);
  expect(judgeClock(noteClock(there, hourMs), hourMs).kind).toBe('moved-back');
  // Only the server's word begins again.
  expect(judgeClock(trustServer(0, hourMs), hourMs).kind).toBe('good');
});

test('a clock that is held still while it plays is found within the tolerated minute', () => {
  let known = trustServer(0, 0);
  for (let ranMs = 0; ranMs <= toleratedBackMs; ranMs += 5000) known = noteClock(known, 0, 5000);
  expect(judgeClock(known, 0).kind).toBe('moved-back');
});

test('property: by whatever an unwatched clock shows, no time is won beyond the tolerated minute', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1_000_000 })), (shown) => {
      let known = trustServer(0, 0);
      let latestMs = 0;
      for (const clockMs of shown) {
        const verdict = judgeClock(known, clockMs);
        if (verdict.kind === 'good')
          expect(verdict.nowMs).toBeGreaterThanOrEqual(latestMs - toleratedBackMs);
        latestMs = Math.max(latestMs, clockMs);
        known = noteClock(known, clockMs);
      }
    }),
  );
});
