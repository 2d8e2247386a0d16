import { LRUCache } from 'lru-cache';

export interface RenewedCachePlan<Input, Value extends object> {
  /** Younger ones are answered as they are; older ones too, and renewed in the background. */
  readonly freshMs: number;
  /** Older ones are of no use: a caller waits for a new one. */
  readonly usefulMs: number;
  /** Of all sizes together. */
  readonly maxSize: number;
  sizeOf(value: Value): number;
  make(input: Input): Promise<Value>;
}

/** What takes a second to make is renewed every ten, so that renewing never is the main work. */
const restAfterWork = 10;

interface Kept<Value> {
  readonly value: Value;
  readonly madeAt: number;
  readonly freshMs: number;
}

/** Keeps values that take long to make and may be a little old; all callers share them. */
export function createRenewedCache<Input, Value extends object>(
  plan: RenewedCachePlan<Input, Value>,
) {
  const kept = new LRUCache<string, Kept<Value>>({
    maxSize: plan.maxSize,
    sizeCalculation: ({ value }) => plan.sizeOf(value),
  });
  const making = new Map<string, Promise<Value>>();

  function make(key: string, input: Input): Promise<Value> {
    const running = making.get(key);
    if (running) return running;
    const madeAt = performance.now();
    const started = plan
      .make(input)
      .then((value) => {
        const freshMs = Math.max(plan.freshMs, (performance.now() - madeAt) * restAfterWork);
        kept.set(key, { value, madeAt, freshMs });
        return value;
      })
      .finally(() => making.delete(key));
    making.set(key, started);
    return started;
  }

  return {
    /** Returns the last one that was made, however old, if it is still kept. */
    peek: (input: Input): Value | undefined => kept.peek(JSON.stringify(input))?.value,

    async get(input: Input): Promise<Value> {
      const key = JSON.stringify(input);
      const found = kept.get(key);
      const ageMs = performance.now() - (found?.madeAt ?? 0);
      if (!found || ageMs > Math.max(plan.usefulMs, found.freshMs)) return make(key, input);
      if (ageMs > found.freshMs) {
        // A failure here is not reported: it reaches the caller that waits once the value is too
        // old to be of use.
        make(key, input).catch(() => undefined);
      }
      return found.value;
    },
  };
}
