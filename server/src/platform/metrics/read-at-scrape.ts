import { setTimeout as pause } from 'node:timers/promises';

/** Several scrapers, or one that asks again, share an answer. */
const keptMs = 5000;
/** Less than what scrapers wait (Prometheus: 10 s), however long the database takes. */
const patienceMs = 1000;

/**
 * Makes a value that takes a query fit for a scrape: it is kept for some seconds, asked for once at
 * a time, and not waited for longer than a second.
 * @returns undefined when the value can't be had now; never rejects
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
      // Told by what needs the database for its work, and by the value that is missing.
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
