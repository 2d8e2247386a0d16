import type { Stream } from '@prahari/contract';

/** Counts blurs since `sinceMs`; earlier ones are forgotten. */
export interface BlurCount {
  readonly blurs: number;
  readonly sinceMs: number;
}

export const noBlurs: BlurCount = Object.freeze({
  blurs: 0,
  sinceMs: Number.NEGATIVE_INFINITY,
});

/**
 * Counts one more blur (specification, section 9: more than 5 in playback is suspicious; the counter
 * resets after 30 s). `isSuspicious` is true once for each time that the count goes beyond.
 */
export function countBlur(
  before: BlurCount,
  atMs: number,
  { tolerated, resetAfterMs }: Stream['policy']['blurs'],
): { readonly count: BlurCount; readonly isSuspicious: boolean } {
  const isOver = atMs - before.sinceMs >= resetAfterMs;
  const count = isOver
    ? { blurs: 1, sinceMs: atMs }
    : { blurs: before.blurs + 1, sinceMs: before.sinceMs };
  return { count, isSuspicious: count.blurs === tolerated + 1 };
}
