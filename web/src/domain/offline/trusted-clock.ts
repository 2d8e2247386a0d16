/** What this browser knows of time. */
export interface KnownTime {
  /** The server's clock minus this one, when the server was last heard. */
  readonly offsetMs: number;
  /** The latest time that this clock has shown. */
  readonly highWaterMs: number;
}

/** A clock that is set by the network may step back a little. */
export const toleratedBackMs = 60_000;

export type ClockVerdict =
  | { readonly kind: 'good'; readonly nowMs: number }
  | { readonly kind: 'moved-back' };

/** Tells the server's time by this clock; null is known where the server was never heard. */
export function judgeClock(known: KnownTime | null, clockMs: number): ClockVerdict {
  if (known && clockMs < known.highWaterMs - toleratedBackMs) return { kind: 'moved-back' };
  return { kind: 'good', nowMs: clockMs + (known?.offsetMs ?? 0) };
}

/**
 * Notes that this clock shows a time, and that a steady one ran on by `ranMs` since. It never goes
 * back, and a clock that is held still falls behind it: both are found by that.
 */
export function noteClock(known: KnownTime | null, clockMs: number, ranMs = 0): KnownTime {
  const { offsetMs = 0, highWaterMs = clockMs } = known ?? {};
  return { offsetMs, highWaterMs: Math.max(highWaterMs + ranMs, clockMs) };
}

/** Begins again by the server's word: then a wrong clock that was set right does no harm. */
export function trustServer(serverMs: number, clockMs: number): KnownTime {
  return { offsetMs: serverMs - clockMs, highWaterMs: clockMs };
}
