const dayMs = 86_400_000;

/** Removes one kind of data that is past its retention time, in independent batches. */
export interface RetentionJob {
  readonly name: string;
  /** @returns how many were removed: fewer than `atMost` when none is left */
  removeSome(atMost: number): Promise<number>;
}

/** Returns the instant `days` before `now`. */
export function subtractDays(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

/**
 * Returns the moment before which codes and tokens must have expired to be removed. They are refused
 * from when they expire; a day allows for clocks that differ.
 */
export function computeExpiryLimit(now: Date): Date {
  return subtractDays(now, 1);
}
