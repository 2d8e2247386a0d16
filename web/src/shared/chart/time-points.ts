import type { ChartPoint } from '../../ui/Chart.tsx';

const MINUTE_MS = 60_000;
const DAY = 24 * 60;
/** Minutes; each is a multiple of the one before, so that what is round stays round. */
const ROUND = [5, 15, 30, 60, 3 * 60, 6 * 60, 12 * 60, DAY, 7 * DAY, 14 * DAY, 28 * DAY];
/** A Monday, from which all of them are counted. */
const ORIGIN = Date.UTC(2001, 0, 1) / MINUTE_MS;

interface Looks {
  readonly locale: string;
  /** Of the reader, without it. */
  readonly timeZone?: string | undefined;
  /** Each point is a whole day. */
  readonly isDaily: boolean;
  readonly writeName: (time: Date) => string;
}

/**
 * Makes the points of a chart over time, the oldest first. Those that begin a round time of the zone
 * are landmarks, such as a quarter of an hour, a day or a week; where a day begins, its date stands.
 */
export function makeTimePoints(timestamps: readonly string[], looks: Looks): ChartPoint[] {
  const { locale, timeZone, isDaily, writeName } = looks;
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone });
  const hour = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone });
  const begun = listBegun(readWalls(timestamps, timeZone));
  return timestamps.map((timestamp, at) => {
    const time = new Date(timestamp);
    const round = begun[at] ?? [];
    return {
      key: timestamp,
      label: (isDaily || round.includes(DAY) ? day : hour).format(time),
      name: writeName(time),
      rank: round.length,
    };
  });
}

/** Reads what clocks of a zone show, in minutes. */
function readWalls(timestamps: readonly string[], timeZone: string | undefined): number[] {
  const format = new Intl.DateTimeFormat('en', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    timeZone,
  });
  return timestamps.map((timestamp) => {
    const written = format.formatToParts(new Date(timestamp));
    const parts = new Map(written.map(({ type, value }) => [type, +value]));
    const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const date = Date.UTC(read('year'), read('month') - 1, read('day'));
    return date / MINUTE_MS + read('hour') * 60 + read('minute') - ORIGIN;
  });
}

/**
 * Lists which round times each point begins. In a zone that is half an hour off, steps of an hour
 * may hit none of them: the first point in each stands for its beginning.
 */
function listBegun(walls: readonly number[]): number[][] {
  const ways = walls.slice(1).map((wall, at) => wall - (walls[at] ?? 0));
  const step = Math.min(...ways.filter((way) => way > 0));
  return walls.map((wall, at) => {
    const before = walls[at - 1] ?? wall - 1;
    return ROUND.filter(
      (round) => round % step === 0 && Math.floor(wall / round) > Math.floor(before / round),
    );
  });
}
