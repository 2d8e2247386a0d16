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
    expect(state).toEqual({ kind: 'ready', attempt: 1, playback, interruption: null });
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
    expect(failed).toEqual({ kind: 'error', attempt: 1, error: 'x', leftAtSeconds: null });
    expect(playerReducer(failed, { type: 'retry' })).toEqual({
      kind: 'loading',
      attempt: 2,
      playback: null,
      leftAtSeconds: null,
    });
  });

  test('a retry goes on where the pictures stopped, also where the server does not know of it', () => {
    const ready = run({ type: 'begun', attempt: 1, playback }, { type: 'loaded', attempt: 1 });
    const failed = playerReducer(ready, { type: 'failed', attempt: 1, error: 'x', atSeconds: 41 });
    const again = playerReducer(failed, { type: 'retry' });
    expect(again).toMatchObject({ kind: 'loading', leftAtSeconds: 41 });
    const begun = playerReducer(again, { type: 'begun', attempt: 2, playback });
    const failedAgain = playerReducer(begun, {
      type: 'failed',
      attempt: 2,
      error: 'y',
      atSeconds: 0,
    });
    expect(failedAgain).toMatchObject({ kind: 'error', leftAtSeconds: 41 });
  });

  test('in mid-play the password is asked for when the hour is over', () => {
    const ready = run({ type: 'begun', attempt: 1, playback }, { type: 'loaded', attempt: 1 });
    const locked = playerReducer(ready, { type: 'access-required', attempt: 1, atSeconds: 12 });
    expect(locked).toEqual({ kind: 'locked', attempt: 1, leftAtSeconds: 12 });
    expect(playerReducer(locked, { type: 'confirmed' })).toMatchObject({ leftAtSeconds: 12 });
  });

  test('a lost network does not end what plays', () => {
    const ready = run({ type: 'begun', attempt: 1, playback }, { type: 'loaded', attempt: 1 });
    const gone = { type: 'interrupted', attempt: 1, interruption: 'network' } as const;
    const interrupted = playerReducer(ready, gone);
    expect(interrupted).toMatchObject({ kind: 'ready', interruption: 'network' });
    expect(playerReducer(interrupted, gone)).toBe(interrupted);
    const back = playerReducer(interrupted, { ...gone, interruption: null });
    expect(back).toEqual(ready);
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
      fc.tuple(attempt, fc.constantFrom('network' as const, null)).map(([n, interruption]) => ({
        type: 'interrupted' as const,
        attempt: n,
        interruption,
      })),
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
          if (after.attempt > state.attempt) expect(['locked', 'error']).toContain(state.kind);
          if (after.kind === 'ready') expect(opened).toBe(after.attempt);
          state = after;
        }
      }),
    );
  });
});
