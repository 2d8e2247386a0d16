const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Each divides the next, so that rounder times lie evenly among those of a lower rank. */
const ROUND_MINUTES = [5, 15, 30, 60, 180, 360, 720, 1440] as const;
/** 1 January 1970 was a Thursday: Mondays leave this rest. */
const MONDAY_REST = 4;

/**
 * Returns a function that says how round a moment is in a time zone (the viewer's if there is none),
 * for the names under a time axis: 0 where it is not, and more for an hour than for a quarter of one.
 * Of days, Mondays are round, and more so every second and fourth.
 */
export function createTimeRank(step: 'day' | 'time', timeZone?: string): (time: Date) => number {
  const zone = timeZone === undefined ? {} : { timeZone };
  const read = new Intl.DateTimeFormat('en', {
    ...zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  return (time) => {
    const parts = new Map(read.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    if (step === 'day') {
      const day = Date.UTC(part('year'), part('month') - 1, part('day')) / DAY_MS;
      if (day % 7 !== MONDAY_REST) return 0;
      const week = (day - MONDAY_REST) / 7;
      return week % 4 === 0 ? 3 : week % 2 === 0 ? 2 : 1;
    }
    if (time.getTime() % MINUTE_MS !== 0) return 0;
    const minute = part('hour') * 60 + part('minute');
    return ROUND_MINUTES.filter((round) => minute % round === 0).length;
  };
}
