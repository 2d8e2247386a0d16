import { LRUCache } from 'lru-cache';

export interface RenewedCacheOptions<Input, Value extends object> {
  /** Younger values are answered as they are; older ones too, and renewed in the background. */
  readonly freshMs: number;
  /** Older values are not used: a caller waits for a new one. */
  readonly usefulMs: number;
  /** The limit of all sizes together. */
  readonly maxSize: number;
  sizeOf(value: Value): number;
  make(input: Input): Promise<Value>;
}

/**
 * A value that takes a second to make is renewed every ten seconds, so that renewing never becomes
 * the main work.
 */
const restAfterWork = 10;
/** For the library a time of 0 means no limit. */
const shortestMs = 1e-6;

interface Entry<Value> {
  readonly value: Value;
  /** After this moment the entry is of no use. */
  readonly usefulUntilMs: number;
}

/** Keeps values that take long to make and may be a little old; all callers share them. */
export function createRenewedCache<Input, Value extends object>(
  cache: RenewedCacheOptions<Input, Value>,
) {
  const entries = new LRUCache<string, Entry<Value>, { readonly input: Input }>({
    ttl: 1,
    ttlResolution: 0,
    // The library takes a beginning at 0, as tests may have it, for none.
    perf: { now: () => performance.now() + 1 },
    maxSize: cache.maxSize,
    sizeCalculation: ({ value }) => cache.sizeOf(value),
    // A failure reaches only callers that wait: others have a usable value.
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { options, context }) {
      const startedMs = performance.now();
      const value = await cache.make(context.input);
      const tookMs = performance.now() - startedMs;
      const freshMs = Math.max(cache.freshMs, tookMs * restAfterWork);
      // The library counts from now on.
      options.ttl = Math.max(shortestMs, freshMs - tookMs);
      return { value, usefulUntilMs: startedMs + Math.max(cache.usefulMs, freshMs) };
    },
  });

  const peekEntry = (key: string) => entries.peek(key, { allowStale: true });
  return {
    /** Returns the last value that was made, however old, if it is still kept. */
    peek: (input: Input): Value | undefined => peekEntry(JSON.stringify(input))?.value,
    async get(input: Input): Promise<Value> {
      const key = JSON.stringify(input);
      const allowStale = performance.now() <= (peekEntry(key)?.usefulUntilMs ?? 0);
      const { value } = await entries.forceFetch(key, { context: { input }, allowStale });
      return value;
    },
  };
}
