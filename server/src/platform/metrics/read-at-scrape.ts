import { setTimeout as pause } from 'node:timers/promises';

/** Several scrapers, or one that asks again, share an answer. */
const keptMs = 5000;
/** Less than scrapers wait (Prometheus: 10 s), even if the database takes longer. */
const patienceMs = 1000;

/**
 * Adapts a value that needs a query to scrapes: caches it for some seconds, reads it once at a
 * time, and waits no longer than a second.
 * @returns undefined when the value can't be read now; never rejects
 */
export function readAtScrape<Value>(
  read: () => Promise<Value>,
  limits = { keptMs, patienceMs },
): () => Promise<Value | undefined> {
  let last: { readonly atMs: number; readonly value: Value } | undefined;
  let running: Promise<void> | undefined;

  async function renew(): Promise<void> {
    try {
      const value = await read();
      last = { atMs: performance.now(), value };
    } catch {
      // Not logged here: other users of the database report it, and the value is missing.
      last = undefined;
    }
    running = undefined;
  }

  const current = () =>
    last && performance.now() - last.atMs < limits.keptMs ? last.value : undefined;

  return async () => {
    const kept = current();
    if (kept !== undefined) return kept;
    running ??= renew();
    const patience = new AbortController();
    const end = pause(limits.patienceMs, undefined, { ref: false, signal: patience.signal });
    await Promise.race([running, end.catch(() => undefined)]);
    patience.abort();
    return current();
  };
}
