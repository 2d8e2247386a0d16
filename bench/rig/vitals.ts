import type { CDPSession, Page } from 'playwright';

/** What a page was like for its user, by the browser's own entries. */
export interface Vitals {
  /** The largest sum of layout shifts of a moment (session window), without those that an input caused. */
  readonly layoutShift: number;
  /** Milliseconds from each interaction to the paint that followed; those of less than 16 count as 16. */
  readonly interactionsMs: readonly number[];
}

/** Notes them on every page that is opened in this one from now on. */
export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript(noteVitals);
}

export async function readVitals(page: Page): Promise<Vitals> {
  // Entries come after the paint that they speak of.
  await page.waitForTimeout(500);
  const { shifts, interactions, count } = await page.evaluate(() => {
    const kept = (name: string): unknown =>
      JSON.parse(document.documentElement.dataset[name] ?? 'null');
    return {
      shifts: kept('shifts'),
      interactions: kept('interactions'),
      count: Number(Reflect.get(performance, 'interactionCount')),
    };
  });
  const durations = readPairs(interactions).map(([, ms]) => ms);
  const unseen = Math.max(0, count - durations.length);
  return {
    layoutShift: computeLayoutShift(readPairs(shifts)),
    interactionsMs: [...durations, ...Array.from({ length: unseen }, () => 16)],
  };
}

/** A line and a machine of the weaker sort, as seen from this page. */
export async function slowDown(
  protocol: CDPSession,
  how: { readonly cpu: number; readonly latencyMs: number; readonly bytesPerSecond: number },
): Promise<void> {
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: how.cpu });
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: how.latencyMs,
    downloadThroughput: how.bytesPerSecond,
    uploadThroughput: how.bytesPerSecond,
  });
}

/**
 * Sums shifts as Cumulative Layout Shift does: by windows of at most five seconds that end with a
 * second of rest; the worst one counts.
 */
export function computeLayoutShift(
  shifts: readonly (readonly [atMs: number, value: number])[],
): number {
  let worst = 0;
  let sum = 0;
  let [begunMs, lastMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [atMs, value] of shifts) {
    if (atMs - lastMs >= 1000 || atMs - begunMs >= 5000) {
      sum = 0;
      begunMs = atMs;
    }
    lastMs = atMs;
    sum += value;
    worst = Math.max(worst, sum);
  }
  return worst;
}

function readPairs(given: unknown): [number, number][] {
  if (!Array.isArray(given)) return [];
  return given.map((pair: unknown) => {
    const [one, other]: unknown[] = Array.isArray(pair) ? pair : [];
    return [Number(one), Number(other)];
  });
}

/** Runs in the page before anything else does, so it holds all that it calls. */
function noteVitals(): void {
  const shifts: [number, number][] = [];
  const interactions = new Map<number, number>();
  const keep = (name: string, value: unknown) => {
    document.documentElement.dataset[name] = JSON.stringify(value);
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, 'hadRecentInput') === true) continue;
      shifts.push([entry.startTime, Number(Reflect.get(entry, 'value'))]);
    }
    keep('shifts', shifts);
  }).observe({ type: 'layout-shift', buffered: true });
  const events: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    buffered: true,
    durationThreshold: 16,
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const id = Number(Reflect.get(entry, 'interactionId'));
      if (id > 0) interactions.set(id, Math.max(entry.duration, interactions.get(id) ?? 0));
    }
    keep('interactions', [...interactions]);
  }).observe(events);
}
