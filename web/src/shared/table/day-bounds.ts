import type { CalendarDay } from './calendar-day.ts';
import type { Filter } from './filter.ts';

interface DayBounds {
  readonly from?: string;
  readonly to?: string;
}

/** Finds the first and the last moment of a day, or of a range of days, in the viewer's zone. */
export function findDayBounds(filter: Filter | undefined): DayBounds {
  if (filter?.kind === 'date') return computeBounds(filter.value, filter.value);
  return filter?.kind === 'daterange' ? computeBounds(filter.value.from, filter.value.to) : {};
}

function computeBounds(from: CalendarDay | null, to: CalendarDay | null): DayBounds {
  return {
    ...(from === null ? {} : { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to === null ? {} : { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}
