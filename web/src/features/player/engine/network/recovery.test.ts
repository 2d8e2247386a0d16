import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideRemedy, endTrouble, type RecoveryState, wellState } from './recovery.ts';
import { computePauseMs, PATIENCE_MS } from './retry-policy.ts';

const gone = { code: 1002, data: ['https://x.example/1.m4s'], severity: 2 };
const stalled = { code: 1003, data: ['https://x.example/1.m4s'], severity: 2 };
const restarting = { code: 1001, data: ['https://x.example/1.m4s', 503], severity: 2 };
const refused = { code: 1001, data: ['https://x.example/1.m4s', 403], severity: 1 };
const missing = { code: 1001, data: ['https://x.example/1.m4s', 404], severity: 2 };
const broken = { code: 3016, data: [], severity: 2 };

describe('the recovery of a playing video', () => {
  test('the first network error retries at once in credentialed cross-origin mode', () => {
    const { state, remedy } = decideRemedy(wellState, gone, 0);
    expect(remedy).toEqual({ act: 'retry', afterMs: 0, withCredentials: true });
    expect(decideRemedy(state, gone, 1).remedy).toMatchObject({ afterMs: 1000 });
  });

  test.each([gone, stalled, restarting])('a network lost for 30 s is waited for (%o)', (error) => {
    let state: RecoveryState = wellState;
    for (let now = 0; now <= 30_000; now += 1000) {
      const next = decideRemedy(state, error, now);
      expect(next.remedy.act).toBe('retry');
      state = next.state;
    }
    expect(endTrouble(state)).toEqual({ withCredentials: true, tries: 0, troubledSinceMs: null });
  });

  test('patience has an end', () => {
    const { state } = decideRemedy(wellState, gone, 0);
    expect(decideRemedy(state, gone, PATIENCE_MS - 1).remedy.act).toBe('retry');
    expect(decideRemedy(state, gone, PATIENCE_MS).remedy.act).toBe('give-up');
  });

  test('a refused segment asks for the path, also where Shaka tries another quality', () => {
    expect(decideRemedy(wellState, refused, 0).remedy).toEqual({ act: 'renew-path' });
  });

  test('errors that Shaka recovers from are left to it; errors without a remedy are shown', () => {
    expect(decideRemedy(wellState, { ...missing, severity: 1 }, 0).remedy.act).toBe('none');
    expect(decideRemedy(wellState, missing, 0).remedy.act).toBe('give-up');
    expect(decideRemedy(wellState, broken, 0).remedy.act).toBe('give-up');
    expect(decideRemedy(wellState, new Error('x'), 0).remedy.act).toBe('give-up');
  });

  test('property: every wait is bounded, and trouble never lasts beyond the patience', () => {
    const errors = fc.constantFrom(gone, stalled, restarting, refused, missing, broken);
    const steps = fc.array(fc.tuple(errors, fc.nat(120_000), fc.boolean()), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (all) => {
        let state: RecoveryState = wellState;
        let now = 0;
        for (const [error, laterMs, isWell] of all) {
          now += laterMs;
          if (isWell) state = endTrouble(state);
          const { state: next, remedy } = decideRemedy(state, error, now);
          if (remedy.act === 'retry') {
            expect(remedy.afterMs).toBeLessThanOrEqual(5000);
            expect(now - (next.troubledSinceMs ?? now)).toBeLessThan(PATIENCE_MS);
          }
          state = next;
        }
        expect(computePauseMs(state.tries)).toBeLessThanOrEqual(5000);
      }),
    );
  });
});
