import { playbackEvents } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionToKeep } from './position.rules.ts';

describe('the place to resume from', () => {
  it('is where the learner was', () => {
    expect(positionToKeep('pause', 12.5, 60)).toBe(12.5);
  });

  it('is the start after the end', () => {
    expect(positionToKeep('ended', 60, 60)).toBe(0);
  });

  it('always lies within the video', () => {
    const claims = fc.tuple(
      fc.constantFrom(...playbackEvents),
      fc.double({ noNaN: true }),
      fc.double({ min: 0, max: 360_000, noNaN: true }),
    );
    fc.assert(
      fc.property(claims, ([event, position, duration]) => {
        const kept = positionToKeep(event, position, duration);
        expect(kept).toBeGreaterThanOrEqual(0);
        expect(kept).toBeLessThanOrEqual(duration);
      }),
    );
  });
});
