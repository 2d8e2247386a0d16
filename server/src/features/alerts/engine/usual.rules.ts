import type { Fact } from './fact.rules.ts';

const hourMs = 3_600_000;
const hoursOfDay = 24;
const daysCompared = 7;
/** With fewer days the usual share is unknown. */
const daysNeeded = 3;
/** In an hour without sign-ins, one of ten is expected to fail. */
const expected = { failed: 1, all: 10 };

const outcomes: ReadonlyMap<string, { readonly failed: number }> = new Map([
  ['sign-in.refused', { failed: 1 }],
  ['second-factor.refused', { failed: 1 }],
  ['session.opened', { failed: 0 }],
]);

export type SavedUsual = readonly (readonly [hour: number, failed: number, all: number])[];

/** Remembers how sign-ins of the whole system went, by hour, for a week. */
export function createUsual() {
  const hours = new Map<number, { failed: number; all: number }>();
  let oldest: number | undefined;

  function remember(hour: number, failed: number): void {
    const known = hours.get(hour) ?? { failed: 0, all: 0 };
    hours.set(hour, { failed: known.failed + failed, all: known.all + 1 });
    oldest = Math.min(oldest ?? hour, hour);
    if (hour - oldest <= (daysCompared + 1) * hoursOfDay) return;
    for (const old of hours.keys()) {
      if (hour - old > daysCompared * hoursOfDay) hours.delete(old);
    }
    oldest = Math.min(...hours.keys());
  }

  /** Returns the median of the days before, which one day of an attack does not change. */
  function findShare(hour: number): number | undefined {
    const known = Math.floor((hour - (oldest ?? hour)) / hoursOfDay);
    if (known < daysNeeded) return undefined;
    const shares: number[] = [];
    for (let day = 1; day <= Math.min(known, daysCompared); day += 1) {
      const { failed, all } = hours.get(hour - day * hoursOfDay) ?? { failed: 0, all: 0 };
      shares.push((failed + expected.failed) / (all + expected.all));
    }
    shares.sort((a, b) => a - b);
    return shares[Math.floor(shares.length / 2)];
  }

  return {
    /**
     * Remembers a sign-in.
     * @returns the share of sign-ins that fails at this hour of other days; undefined for other
     * events, and while too few days are known
     */
    observe({ name, atMs }: Pick<Fact, 'name' | 'atMs'>): number | undefined {
      const outcome = outcomes.get(name);
      if (!outcome) return undefined;
      const hour = Math.floor(atMs / hourMs);
      remember(hour, outcome.failed);
      return findShare(hour);
    },
    save: (): SavedUsual => [...hours].map(([hour, { failed, all }]) => [hour, failed, all]),
    load(saved: SavedUsual): void {
      hours.clear();
      for (const [hour, failed, all] of saved) hours.set(hour, { failed, all });
      oldest = hours.size > 0 ? Math.min(...hours.keys()) : undefined;
    },
  };
}
