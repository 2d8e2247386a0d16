import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type PlayerEvent as Event,
  initialPlayerState,
  playerReducer,
  type PlayerState as State,
} from './player-state.ts';

const playback = 'optics';
type PlayerEvent = Event<string>;
type PlayerState = State<string>;

const run = (...events: PlayerEvent[]) =>
  events.reduce<PlayerState>(playerReducer, initialPlayerState);

describe('player state', () => {
  test('opens, loads and is ready', () => {
    const state = run({ type: 'begun', attempt: 1, playback }, { type: 'loaded', attempt: 1 });
    expect(state).toEqual({ kind: 'ready', attempt: 1, playback });
  });

  test('asks for the password, then starts over', () => {
    const locked = run({ type: 'access-required', attempt: 1 });
    expect(locked.kind).toBe('locked');
    expect(playerReducer(locked, { type: 'confirmed' })).toMatchObject({
      kind: 'loading',
      attempt: 2,
    });
  });

  test('retry clears the error and starts over', () => {
    const failed = run({ type: 'failed', attempt: 1, error: 'x' });
    expect(failed).toEqual({ kind: 'error', attempt: 1, error: 'x' });
    expect(playerReducer(failed, { type: 'retry' })).toEqual({
      kind: 'loading',
      attempt: 2,
      playback: null,
    });
  });

  test('an abandoned start has no say', () => {
    const second = run({ type: 'failed', attempt: 1, error: 'x' }, { type: 'retry' });
    expect(playerReducer(second, { type: 'begun', attempt: 1, playback })).toBe(second);
    expect(playerReducer(second, { type: 'failed', attempt: 1, error: 'y' })).toBe(second);
  });

  test('property: ready only after this attempt opened a stream, and attempts never fall', () => {
    const attempt = fc.integer({ min: 1, max: 4 });
    const event: fc.Arbitrary<PlayerEvent> = fc.oneof(
      attempt.map((n) => ({ type: 'access-required' as const, attempt: n })),
      attempt.map((n) => ({ type: 'begun' as const, attempt: n, playback })),
      attempt.map((n) => ({ type: 'loaded' as const, attempt: n })),
      attempt.map((n) => ({ type: 'failed' as const, attempt: n, error: 'x' })),
      fc.constantFrom({ type: 'confirmed' as const }, { type: 'retry' as const }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let state: PlayerState = initialPlayerState;
        let opened = 0;
        for (const next of events) {
          if (next.type === 'begun' && next.attempt === state.attempt && state.kind === 'loading')
            opened = state.attempt;
          const after = playerReducer(state, next);
          expect(after.attempt).toBeGreaterThanOrEqual(state.attempt);
          if (after.kind === 'ready') expect(opened).toBe(after.attempt);
          state = after;
        }
      }),
    );
  });
});
