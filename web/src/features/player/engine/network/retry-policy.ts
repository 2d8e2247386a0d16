/**
 * How often a request is tried, and how long each waits. A stalled segment is given up after 5 s
 * and requested again, since a lost network often leaves connections open.
 */
export const RETRY_POLICY = {
  segments: {
    maxAttempts: 3,
    baseDelay: 500,
    backoffFactor: 2,
    fuzzFactor: 0.5,
    timeout: 30_000,
    stallTimeout: 5000,
    connectionTimeout: 10_000,
  },
  /** Manifest and licence are calls of the API, which has its own limit of time. */
  answers: { maxAttempts: 2, baseDelay: 500, backoffFactor: 2, fuzzFactor: 0.5, timeout: 0 },
} as const;

/** The longest that playback waits for a network that went away, in milliseconds. */
export const PATIENCE_MS = 10 * 60_000;

/** Computes the milliseconds before the next try while the network is gone: soon at first, then every 5 s. */
export function computePauseMs(tries: number): number {
  return Math.min(5000, 500 * 2 ** Math.min(tries, 10));
}
