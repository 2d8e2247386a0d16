import type { Stream } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initialPlayerState, type PlayerEvent, playerReducer } from './player-state.ts';

const stream: Stream = {
  playbackSessionId: '8e4df3a4-1111-4a2b-8c3d-000000000001',
  videoId: '8e4df3a4-1111-4a2b-8c3d-000000000002',
  title: 'Optics',
  description: '',
  durationSeconds: 60,
  posterUrl: null,
  manifest: { dash: 'https://x.example/manifest', text: '<MPD/>' },
  keySystems: { 'org.w3.clearkey': { licenseUrl: 'https://x.example/licence' } },
  watermark: { maskedNumber: '••••3210', sessionCode: 'AB12' },
  policy: {
    bufferingGoalSeconds: 60,
    rebufferingGoalSeconds: 10,
    bufferBehindSeconds: 30,
    progressEverySeconds: 30,
    watermarkOpacity: 0.3,
    watermarkMoveEveryMs: 20_000,
  },
  resumeAtSeconds: 0,
  expiresAt: '2026-11-20T12:00:00Z',
};

const run = (...events: PlayerEvent[]) => events.reduce(playerReducer, initialPlayerState);

describe('player state', () => {
  test('opens, loads and is ready', () => {
    const state = run({ type: 'opened', attempt: 1, stream }, { type: 'loaded', attempt: 1 });
    expect(state).toEqual({ kind: 'ready', attempt: 1, stream });
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
      stream: null,
    });
  });

  test('an abandoned start has no say', () => {
    const second = run({ type: 'failed', attempt: 1, error: 'x' }, { type: 'retry' });
    expect(playerReducer(second, { type: 'opened', attempt: 1, stream })).toBe(second);
    expect(playerReducer(second, { type: 'failed', attempt: 1, error: 'y' })).toBe(second);
  });

  test('property: ready only after this attempt opened a stream, and attempts never fall', () => {
    const attempt = fc.integer({ min: 1, max: 4 });
    const event: fc.Arbitrary<PlayerEvent> = fc.oneof(
      attempt.map((n) => ({ type: 'access-required' as const, attempt: n })),
      attempt.map((n) => ({ type: 'opened' as const, attempt: n, stream })),
      attempt.map((n) => ({ type: 'loaded' as const, attempt: n })),
      attempt.map((n) => ({ type: 'failed' as const, attempt: n, error: 'x' })),
      fc.constantFrom({ type: 'confirmed' as const }, { type: 'retry' as const }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let state = initialPlayerState;
        let opened = 0;
        for (const next of events) {
          if (next.type === 'opened' && next.attempt === state.attempt && state.kind === 'loading')
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
