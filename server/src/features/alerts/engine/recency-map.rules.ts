/** A map that knows which of its entries was set the longest ago. */
export interface RecencyMap<Value> extends Iterable<[string, Value]> {
  readonly size: number;
  get(key: string): Value | undefined;
  /** Makes the entry the most recent one. */
  set(key: string, value: Value): void;
  delete(key: string): void;
  clear(): void;
  /** The entry that was set the longest ago. */
  oldest(): readonly [string, Value] | undefined;
}

/**
 * Keeps an iterator at the oldest entry: one that starts again steps over all places of entries that
 * moved on since, tens of thousands for each event.
 */
export function createRecencyMap<Value>(): RecencyMap<Value> {
  const map = new Map<string, Value>();
  let iterator = map.entries();
  // Where the iterator stands; entries before it are gone.
  let first: readonly [string, Value] | undefined;
  function remove(key: string): void {
    map.delete(key);
    if (first?.[0] === key) first = undefined;
  }
  return {
    get size() {
      return map.size;
    },
    get: (key) => map.get(key),
    set(key, value) {
      remove(key);
      map.set(key, value);
    },
    delete: remove,
    clear() {
      map.clear();
      first = undefined;
    },
    oldest() {
      first ??= iterator.next().value;
      if (first) return first;
      // It came to its end while the map was empty, and stays there.
      iterator = map.entries();
      first = iterator.next().value;
      return first;
    },
    [Symbol.iterator]: () => map.entries(),
  };
}
