import type { AnalyticsOverview, AnalyticsRange } from '@prahari/contract';
import { findOffsetMs } from '../../platform/clock/time-zone.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

export const rangeMs = {
  '1h': hourMs,
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
} as const satisfies Record<AnalyticsRange, number>;

/** How far apart the rows of a rollup are. */
export type Grain = 'minutes' | 'hour' | 'day';

const stepsOfRange = {
  '1h': { grain: 'minutes', count: 12 },
  '24h': { grain: 'hour', count: 24 },
  '7d': { grain: 'day', count: 7 },
  '30d': { grain: 'day', count: 30 },
  '90d': { grain: 'day', count: 90 },
} as const satisfies Record<AnalyticsRange, { grain: Grain; count: number }>;

const lengthOf = {
  minutes: '5min',
  hour: 'hour',
  day: 'day',
} as const satisfies Record<Grain, AnalyticsOverview['stepLength']>;

/** The steps of a chart: each begins where a row of the rollups does, and the last has begun. */
export interface Steps {
  readonly grain: Grain;
  readonly stepLength: AnalyticsOverview['stepLength'];
  /** The oldest first. */
  readonly starts: readonly Date[];
  readonly from: Date;
}

/** Plans the steps of a range; days and hours are those of the time zone. */
export function planSteps(range: AnalyticsRange, now: Date, zone: string): Steps {
  const { grain, count } = stepsOfRange[range];
  const starts = Array.from({ length: count }, (_, at) =>
    startOf(grain, now, zone, count - 1 - at),
  );
  return { grain, stepLength: lengthOf[grain], starts, from: starts[0] ?? now };
}

/** Finds the begin of the step so many steps before that of a moment. */
function startOf(grain: Grain, at: Date, zone: string, stepsBefore: number): Date {
  if (grain === 'day') return findStartOfDay(at, zone, stepsBefore);
  if (grain === 'minutes') {
    const stepMs = 5 * minuteMs;
    return new Date(Math.floor(at.getTime() / stepMs) * stepMs - stepsBefore * stepMs);
  }
  // Of zones that are half an hour off, hours begin at half past.
  const offsetMs = findOffsetMs(at.getTime(), zone);
  const local = Math.floor((at.getTime() + offsetMs) / hourMs) * hourMs;
  return new Date(local - offsetMs - stepsBefore * hourMs);
}

/**
 * Finds the begin of the day, so many days before that of a moment, as PostgreSQL's `date_trunc`
 * does: where clocks change at midnight, a day begins at the later of two possible moments.
 */
export function findStartOfDay(at: Date, zone: string, daysBefore = 0): Date {
  const today = at.getTime() + findOffsetMs(at.getTime(), zone);
  const midnight = Math.floor(today / dayMs) * dayMs - daysBefore * dayMs;
  const candidates = [midnight - dayMs, midnight + dayMs].map(
    (near) => midnight - findOffsetMs(near, zone),
  );
  const isThere = (ms: number) => ms + findOffsetMs(ms, zone) === midnight;
  const real = candidates.filter(isThere);
  return new Date(Math.max(...(real.length > 0 ? real : candidates)));
}
