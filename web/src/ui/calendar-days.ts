/** Days are texts as `2026-11-24`, without a zone; such texts sort like the days. */
const DAY_MS = 86_400_000;

export function addDays(day: string, count: number): string {
  return write(new Date(read(day).getTime() + count * DAY_MS));
}

/** The same day of another month, or its last where that is shorter. */
export function addMonths(day: string, count: number): string {
  const date = read(day);
  const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1));
  const last = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  month.setUTCDate(Math.min(date.getUTCDate(), last));
  return write(month);
}

/** The whole weeks that hold the month of a day, each from `firstWeekday` on (0: Sunday). */
export function listWeeks(day: string, firstWeekday: number): readonly (readonly string[])[] {
  const first = `${day.slice(0, 7)}-01`;
  const behind = (read(first).getUTCDay() - firstWeekday + 7) % 7;
  const weeks: string[][] = [];
  let at = addDays(first, -behind);
  do {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(at, index)));
    at = addDays(at, 7);
  } while (at.startsWith(day.slice(0, 7)));
  return weeks;
}

/** How far a day is from the beginning of its week. */
export function countFromWeekStart(day: string, firstWeekday: number): number {
  return (read(day).getUTCDay() - firstWeekday + 7) % 7;
}

/** Today, in the viewer's zone. */
export function findToday(): string {
  const now = new Date();
  return write(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())));
}

/** Whether a text is a day that exists, in years that people mean. */
export function isDay(text: string): boolean {
  if (!/^(?:19|20)\d{2}-\d{2}-\d{2}$/u.test(text)) return false;
  const time = read(text).getTime();
  return !Number.isNaN(time) && write(new Date(time)) === text;
}

export function formatDay(
  day: string,
  locale: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(read(day));
}

function read(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function write(date: Date): string {
  return date.toISOString().slice(0, 10);
}
