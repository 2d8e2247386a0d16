/** A place in the log of the database (pg_lsn), as a number that can be compared. */
export type LogPlace = bigint;

/** A place that the primary had reached at that time of this process. */
export interface LogMark {
  readonly place: LogPlace;
  readonly atMs: number;
}

/** Enough for several minutes of looks; what is older is too old for any limit that makes sense. */
const mostMarks = 200;

/** Parses `16/B374D848`; undefined for anything else. */
export function parseLogPlace(text: string): LogPlace | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** The marks with another one, without the oldest where they are many. */
export function addMark(marks: readonly LogMark[], mark: LogMark): readonly LogMark[] {
  return [...marks, mark].slice(-mostMarks);
}

/**
 * How far a replica that has replayed up to `place` lies behind at most: all that was committed before
 * the newest mark that it has passed is there. Infinite when it has passed none. Clocks of other
 * machines are not asked, so none can be wrong.
 */
export function findLagMs(marks: readonly LogMark[], place: LogPlace, nowMs: number): number {
  const passed = marks.findLast((mark) => mark.place <= place);
  return passed === undefined ? Number.POSITIVE_INFINITY : nowMs - passed.atMs;
}
