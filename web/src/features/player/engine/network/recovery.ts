import { classifyFailure, readShakaFields } from '../playback-failure.ts';
import { computePauseMs, PATIENCE_MS } from './retry-policy.ts';

/** The reaction to an error of a video that had started to play. */
export type Remedy =
  | { readonly act: 'none' }
  | { readonly act: 'renew-path' }
  | { readonly act: 'retry'; readonly afterMs: number; readonly withCredentials: boolean }
  | { readonly act: 'give-up' };

export interface RecoveryState {
  /** Segments are asked for with cookies at other origins, too (specification, section 8). */
  readonly withCredentials: boolean;
  /** Tries since pictures last came in. */
  readonly tries: number;
  readonly troubledSinceMs: number | null;
}

export const wellState: RecoveryState = {
  withCredentials: false,
  tries: 0,
  troubledSinceMs: null,
};

/** Ends the trouble: something came in again. */
export function endTrouble({ withCredentials }: RecoveryState): RecoveryState {
  return { ...wellState, withCredentials };
}

/**
 * Decides what to do about an error at a time; pure. Waits for a lost network, since the buffer
 * keeps playing; the first such error retries at once in credentialed cross-origin mode.
 */
export function decideRemedy(
  state: RecoveryState,
  error: unknown,
  nowMs: number,
): { readonly state: RecoveryState; readonly remedy: Remedy } {
  const kind = classifyFailure(error);
  if (kind === 'refused') return { state, remedy: { act: 'renew-path' } };
  if (readShakaFields(error).isRecoverable) return { state, remedy: { act: 'none' } };
  if (kind !== 'offline' && kind !== 'busy') return { state, remedy: { act: 'give-up' } };
  const troubledSinceMs = state.troubledSinceMs ?? nowMs;
  if (nowMs - troubledSinceMs >= PATIENCE_MS) return { state, remedy: { act: 'give-up' } };
  const isFirst = !state.withCredentials;
  const afterMs = isFirst ? 0 : computePauseMs(state.tries);
  return {
    state: { withCredentials: true, tries: state.tries + 1, troubledSinceMs },
    remedy: { act: 'retry', afterMs, withCredentials: true },
  };
}
