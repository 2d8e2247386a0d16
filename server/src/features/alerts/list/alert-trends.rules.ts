import { type AlertStatistics, type AlertTimeRange, alertTimeRangeHours } from '@prahari/contract';

const hourSeconds = 3600;
const daySeconds = 86_400;

/** The intervals of a chart of alerts. */
export interface TrendIntervals {
  readonly seconds: number;
  /** Days begin where the reader lives, hours do so everywhere. */
  readonly shiftSeconds: number;
  /** Numbers of the first and the last since 1970, both included. */
  readonly first: number;
  readonly last: number;
}

/** By which all time zones begin their days, and sums are kept. */
const quarterMinutes = 15;

/**
 * Plans the intervals of a time range: hours of up to a day, else days.
 * @param utcOffsetMinutes rounded to a quarter of an hour
 */
export function planTrend(
  range: AlertTimeRange,
  now: Date,
  utcOffsetMinutes: number,
): TrendIntervals {
  const rangeSeconds = alertTimeRangeHours[range] * hourSeconds;
  const seconds = rangeSeconds <= daySeconds ? hourSeconds : daySeconds;
  const shiftSeconds = Math.round(utcOffsetMinutes / quarterMinutes) * quarterMinutes * 60;
  const numberOf = (epochSeconds: number) => Math.floor((epochSeconds + shiftSeconds) / seconds);
  const nowSeconds = now.getTime() / 1000;
  return {
    seconds,
    shiftSeconds,
    first: numberOf(nowSeconds - rangeSeconds),
    last: numberOf(nowSeconds),
  };
}

/** The beginning of an interval. */
export function startOfInterval(
  { seconds, shiftSeconds }: Pick<TrendIntervals, 'seconds' | 'shiftSeconds'>,
  number: number,
): Date {
  return new Date((number * seconds - shiftSeconds) * 1000);
}

/** The beginnings of all, the oldest first. */
export function listStarts(plan: TrendIntervals): Date[] {
  return Array.from({ length: plan.last - plan.first + 1 }, (_, index) =>
    startOfInterval(plan, plan.first + index),
  );
}

/**
 * Fills the intervals without alerts, oldest first.
 * @param counts by the beginning of the interval, in milliseconds since 1970
 */
export function fillTrend(
  plan: TrendIntervals,
  counts: ReadonlyMap<number, number>,
): AlertStatistics['recentTrends'] {
  return listStarts(plan).map((start) => {
    return { date: start.toISOString(), count: counts.get(start.getTime()) ?? 0 };
  });
}
