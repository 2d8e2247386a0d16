/**
 * Remembers which request keys were used with nonces of which window. A window's keys are dropped
 * as soon as its nonces are refused anyway, so the memory is bounded by the request rate.
 */
export function createReplayMemory() {
  const seen = new Map<number, Set<string>>();
  return {
    /** Returns true the first time, false afterwards. */
    firstUse(window: number, requestKey: string): boolean {
      for (const old of seen.keys()) if (old < window - 1) seen.delete(old);
      const keys = seen.get(window) ?? new Set<string>();
      seen.set(window, keys);
      if (keys.has(requestKey)) return false;
      keys.add(requestKey);
      return true;
    },
  };
}

export type ReplayMemory = ReturnType<typeof createReplayMemory>;
