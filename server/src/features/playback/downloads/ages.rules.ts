const stepMs = 5000;
/** Twelve steps for the last minute, and one for all time before. */
export const ageSteps = 13;
const older = ageSteps - 1;

/** Media seconds by age in steps; the last entry holds all older ones. */
export interface Ages {
  /** When the newest step began. */
  stepAtMs: number;
  seconds: number[];
}

export function createAges(nowMs: number, before = 0): Ages {
  const seconds = Array.from({ length: ageSteps }, (_, at) => (at === 0 ? 0 : before));
  return { stepAtMs: nowMs, seconds };
}

/** Adds media seconds that were fetched now. */
export function addNow(ages: Ages, seconds: number, nowMs: number): void {
  growOlder(ages, nowMs);
  ages.seconds[0] = (ages.seconds[0] ?? 0) + seconds;
}

/**
 * Adds `seconds`, spread over the time until now with at most `rate` media seconds per second.
 * @param most the largest value of the last entry
 */
export function addUntilNow(
  ages: Ages,
  seconds: number,
  { rate, most }: { readonly rate: number; readonly most: number },
  nowMs: number,
): void {
  if (seconds === 0) return;
  growOlder(ages, nowMs);
  let left = seconds;
  ages.seconds = ages.seconds.map((before, at) => {
    const spanMs = at === 0 ? nowMs - ages.stepAtMs : stepMs;
    const full = at === older ? most : (spanMs / 1000) * rate;
    const added = Math.min(left, Math.max(0, full - before));
    left -= added;
    return before + added;
  });
}

/** Removes the newest `seconds`. @returns the removed seconds by age */
export function takeNewest(ages: Ages, seconds: number, nowMs: number): number[] {
  growOlder(ages, nowMs);
  const taken = limitToNewest(ages.seconds, seconds);
  ages.seconds = ages.seconds.map((before, at) => before - (taken[at] ?? 0));
  return taken;
}

/** Drops the oldest seconds, so that at most `most` remain. */
export function limitToNewest(seconds: readonly number[], most: number): number[] {
  let left = most;
  return seconds.map((one) => {
    const taken = Math.min(one, left);
    left -= taken;
    return taken;
  });
}

/**
 * Pays off owed seconds with entries that are no older than they are, the oldest debt first.
 * @returns how many seconds remain unpaid
 */
export function payFrom(ages: Ages, owed: readonly number[], nowMs: number): number {
  growOlder(ages, nowMs);
  let unpaid = 0;
  for (let age = older; age >= 0; age -= 1) {
    let left = owed[age] ?? 0;
    for (let at = age; at >= 0 && left > 0; at -= 1) {
      const paid = Math.min(left, ages.seconds[at] ?? 0);
      ages.seconds[at] = (ages.seconds[at] ?? 0) - paid;
      left -= paid;
    }
    unpaid += left;
  }
  return unpaid;
}

function growOlder(ages: Ages, nowMs: number): void {
  const steps = Math.floor((nowMs - ages.stepAtMs) / stepMs);
  if (steps <= 0) return;
  ages.stepAtMs += steps * stepMs;
  const next = Array.from({ length: ageSteps }, () => 0);
  for (const [at, seconds] of ages.seconds.entries()) {
    const to = Math.min(older, at + steps);
    next[to] = (next[to] ?? 0) + seconds;
  }
  ages.seconds = next;
}
