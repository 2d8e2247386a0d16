import type { AnalyticsRange } from '@prahari/contract';
import { findStartOfDay, planSteps, type Steps } from './report-steps.rules.ts';

/**
 * Plans the steps of figures that have no rows by minutes, as those of one video or one browser: the
 * last hour is the one that has begun and the one before.
 */
export function planHours(range: AnalyticsRange, now: Date, zone: string): Steps {
  if (range !== '1h') return planSteps(range, now, zone);
  const day = planSteps('24h', now, zone);
  const starts = day.starts.slice(-2);
  return { ...day, starts, from: starts[0] ?? now };
}

/** Plans the days of figures that have rows by days alone. */
export function planDays(range: AnalyticsRange, now: Date, zone: string): readonly Date[] {
  const { grain, starts, from } = planSteps(range, now, zone);
  if (grain === 'day') return starts;
  const today = findStartOfDay(now, zone);
  const first = findStartOfDay(from, zone);
  return first < today ? [first, today] : [today];
}
