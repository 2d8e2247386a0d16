import { ApiError } from '@prahari/contract';

/** The wait after the first failed try; it doubles with each further one. */
const firstWaitMs = 1000;
const longestWaitMs = 60_000;

/**
 * Answers that do not judge the sent data: the user must sign in again (401), it took too long
 * (408, 425), something changed at the same moment (409 changed_meanwhile), it was too much (429).
 */
const passing: readonly number[] = [401, 408, 425, 429];

/**
 * Tells whether the server refuses this batch of reports itself, and would again: kept, it would
 * block all that comes behind it. A server that is away, busy or not reached refuses nothing.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.reason === 'changed_meanwhile') return false;
  return error.status >= 400 && error.status < 500 && !passing.includes(error.status);
}

export interface BackOff {
  /** 0 when a try may be made now. */
  waitMs(): number;
  /** After a try that failed temporarily. */
  noteFailure(error: unknown): void;
  /** After one that arrived, or when there is reason to hope. */
  reset(): void;
}

/**
 * Says when reports that did not arrive may be tried again: after a second, then after twice as long
 * each time up to a minute, and not before the server's Retry-After. Some luck in it keeps the
 * browsers of a class from coming back all at once.
 * @param now in milliseconds
 * @param random from 0 to 1
 */
export function createBackOff(now = Date.now, random = Math.random): BackOff {
  let failures = 0;
  let notBeforeMs = 0;
  return {
    waitMs: () => Math.max(0, notBeforeMs - now()),
    noteFailure(error) {
      const doubled = Math.min(longestWaitMs, firstWaitMs * 2 ** failures);
      const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
      failures += 1;
      notBeforeMs = now() + Math.max(doubled * (0.5 + random() / 2), asked);
    },
    reset() {
      failures = 0;
      notBeforeMs = 0;
    },
  };
}
