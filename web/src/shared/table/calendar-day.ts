/** A day in the viewer's zone as YYYY-MM-DD: such texts sort like the days. */
export type CalendarDay = string;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Tells whether a text is a day that exists, written as a date input writes it. */
export function isCalendarDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/**
 * Returns the day of a moment in the viewer's zone, of a text with or without a time; null for
 * anything else.
 */
export function findCalendarDay(value: unknown): CalendarDay | null {
  // Not by Date: engines read the 30th of February as the 2nd of March.
  if (typeof value === 'string' && DAY.test(value)) return isCalendarDay(value) ? value : null;
  if (typeof value !== 'string' && !(value instanceof Date)) return null;
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return null;
  const year = String(time.getFullYear()).padStart(4, '0');
  const month = String(time.getMonth() + 1).padStart(2, '0');
  return `${year}-${month}-${String(time.getDate()).padStart(2, '0')}`;
}
