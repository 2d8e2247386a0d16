/** After so long without a touch of pointer, key or remote control nothing goes on by itself. */
export const ASK_AFTER_MS = 2 * 3_600_000;

/** Where a learner stands at the end of a video. */
export interface AtTheEnd {
  /** The last picture was shown. */
  readonly ended: boolean;
  readonly hasNext: boolean;
  readonly autoplay: boolean;
  readonly isCancelled: boolean;
  /** Since the last touch, at the end of the video. */
  readonly idleMs: number;
}

/**
 * What the card shows: the next video before the end (`offer`); at the end a countdown to it, a
 * question to a learner who may be asleep, or nothing but buttons (`wait`); `last` where none follows.
 */
export type NextStep = 'nothing' | 'offer' | 'count' | 'ask' | 'wait' | 'last';

export function decideNextStep(at: AtTheEnd): NextStep {
  const { ended, hasNext, autoplay, isCancelled, idleMs } = at;
  if (!ended) return hasNext && !isCancelled ? 'offer' : 'nothing';
  if (!hasNext) return 'last';
  if (!autoplay || isCancelled) return 'wait';
  return idleMs >= ASK_AFTER_MS ? 'ask' : 'count';
}
