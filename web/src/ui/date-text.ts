import { formatDay, isDay } from './calendar-days.ts';

/**
 * Reads a day as people write it: `2026-11-24`, `24/11/2026`, `24.11.26`, `24 Nov 2026`, with the
 * months of the reader's language or of English; null for anything else.
 */
export function parseDay(text: string, locale: string): string | null {
  const parts =
    text
      .trim()
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}.॰]*|\d+/gu) ?? [];
  if (parts.length !== 3) return null;
  const [first = '', second = '', third = ''] = parts;
  if (/^\d{4}$/u.test(first)) return build(first, findMonth(second, locale), third);
  // `Nov 24, 2026`
  if (/^\p{L}/u.test(first)) return build(third, findMonth(first, locale), second);
  return build(third, findMonth(second, locale), first);
}

/** Reads a time of day as `9`, `9:30`, `9.30 pm` or `21:30`, into `21:30`; null for anything else. */
export function parseTime(text: string): string | null {
  const match = /^(\d{1,2})(?:[:.](\d{2}))?\s*(?:([ap])\.?m\.?)?$/iu.exec(text.trim());
  if (!match) return null;
  const [, hours = '', minutes = '00', half] = match;
  const hour = Number(hours);
  if (Number(minutes) > 59 || hour > 23 || (half !== undefined && (hour < 1 || hour > 12))) {
    return null;
  }
  const isLate = half?.toLowerCase() === 'p';
  const whole = half === undefined ? hour : (hour % 12) + (isLate ? 12 : 0);
  return `${String(whole).padStart(2, '0')}:${minutes}`;
}

/** Writes `21:30` as the reader's language does. */
export function formatTime(time: string, locale: string): string {
  const options = { timeStyle: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(`2000-01-01T${time}:00Z`));
}

function build(year: string, month: number | null, day: string): string | null {
  if (month === null) return null;
  const whole = year.length === 2 ? `20${year}` : year;
  const found = `${whole}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(found) ? found : null;
}

/** From 1 on, by number or name. */
function findMonth(text: string, locale: string): number | null {
  if (/^\d{1,2}$/u.test(text)) return Number(text);
  const name = fold(text);
  if (name.length < 2) return null;
  for (const language of [locale, 'en']) {
    for (const style of ['short', 'long'] as const) {
      const month = Array.from({ length: 12 }, (_, index) => index + 1).find((number) => {
        const day = `2026-${String(number).padStart(2, '0')}-01`;
        return fold(formatDay(day, language, { month: style })) === name;
      });
      if (month !== undefined) return month;
    }
  }
  return null;
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[.॰]/gu, '');
}
