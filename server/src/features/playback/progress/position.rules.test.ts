import { playbackEvents } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideCompletion, decidePosition } from './position.rules.ts';

describe('the place to resume from', () => {
  it('is where the learner was', () => {
    expect(decidePosition('pause', 12.5, 60, 'not')).toBe(12.5);
    expect(decidePosition('pause', 58, 60, 'not')).toBe(58);
  });

  it('is the start after the end', () => {
    expect(decidePosition('ended', 60, 60, 'not')).toBe(0);
  });

  it('is the start of a completed video', () => {
    expect(decidePosition('pause', 55, 60, 'here')).toBe(0);
    expect(decidePosition('pause', 12.5, 60, 'here')).toBe(0);
  });

  it('is kept while a completed video is watched again, except in its last tenth', () => {
    expect(decidePosition('pause', 12.5, 60, 'before')).toBe(12.5);
    expect(decidePosition('pause', 55, 60, 'before')).toBe(0);
  });

  it('distinguishes a video completed in this playback from one completed before', () => {
    const [early, late] = [new Date(1000), new Date(2000)];
    expect(decideCompletion(null, early)).toBe('not');
    expect(decideCompletion(early, late)).toBe('before');
    expect(decideCompletion(late, early)).toBe('here');
  });

  it('always lies within the video', () => {
    const claims = fc.tuple(
      fc.constantFrom(...playbackEvents),
      fc.double({ noNaN: true }),
      fc.double({ min: 0, max: 360_000, noNaN: true }),
      fc.constantFrom('not' as const, 'here' as const, 'before' as const),
    );
    fc.assert(
      fc.property(claims, ([event, position, duration, completion]) => {
        const kept = decidePosition(event, position, duration, completion);
        expect(kept).toBeGreaterThanOrEqual(0);
        expect(kept).toBeLessThanOrEqual(duration);
      }),
    );
  });
});
