/** The recent health of a service, as one process saw it. */
export interface Breaker {
  /** In a row. */
  readonly failures: number;
  /** When it may be called again; null while it is in use. */
  readonly restsUntil: Date | null;
  /** Whether it ever answered, or failed to. */
  readonly isUsed: boolean;
}

/** Failures in a row after which a service is left alone, so that learners need not wait 10 s. */
const failuresBeforeRest = 5;
const restMs = 10_000;

export const freshBreaker: Breaker = { failures: 0, restsUntil: null, isUsed: false };

/** Tells whether the service may be called now. After the pause one request is sent and decides. */
export function mayAsk(breaker: Breaker, now: Date): boolean {
  return breaker.restsUntil === null || now >= breaker.restsUntil;
}

/** Records that one request tries a service after its pause; others still wait. */
export function recordTry(breaker: Breaker, now: Date): Breaker {
  if (breaker.restsUntil === null) return breaker;
  return { ...breaker, restsUntil: new Date(now.getTime() + restMs) };
}

/** Returns the state after any answer: earlier failures no longer count. */
export function recordAnswer(): Breaker {
  return { ...freshBreaker, isUsed: true };
}

/** Records a failure; after several in a row the service rests for a while. */
export function recordFailure({ failures }: Breaker, now: Date): Breaker {
  const isTired = failures + 1 >= failuresBeforeRest;
  const restsUntil = isTired ? new Date(now.getTime() + restMs) : null;
  return { failures: failures + 1, restsUntil, isUsed: true };
}

/** Presents the state to administrators. */
export function presentHealth(breaker: Breaker): 'unused' | 'working' | 'failing' | 'resting' {
  if (!breaker.isUsed) return 'unused';
  if (breaker.restsUntil !== null) return 'resting';
  return breaker.failures > 0 ? 'failing' : 'working';
}
