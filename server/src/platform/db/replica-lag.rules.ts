/** A place in the log of the database (pg_lsn), as a number that can be compared. */
export type LogPlace = bigint;

/** A place that the primary had reached at that time of this process. */
export interface LogMark {
  readonly place: LogPlace;
  readonly atMs: number;
}

/** Enough for several minutes; older marks exceed any sensible limit. */
const mostMarks = 200;

/** Parses `16/B374D848`; undefined for anything else. */
export function parseLogPlace(text: string): LogPlace | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Adds a mark, and drops the oldest ones beyond the limit. */
export function addMark(marks: readonly LogMark[], mark: LogMark): readonly LogMark[] {
  return [...marks, mark].slice(-mostMarks);
}

/**
 * Finds the greatest possible lag of a replica that has replayed up to `place`: the age of the newest
 * mark that it has passed, infinite when it has passed none. Uses only the clock of this machine, so
 * that a wrong clock elsewhere does not matter.
 */
export function findLagMs(marks: readonly LogMark[], place: LogPlace, nowMs: number): number {
  const passed = marks.findLast((mark) => mark.place <= place);
  return passed === undefined ? Number.POSITIVE_INFINITY : nowMs - passed.atMs;
}
