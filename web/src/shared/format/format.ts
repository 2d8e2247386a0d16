import { findLocale, type Language } from '../i18n/language.ts';

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From this age on, a date says more than "9 days ago". */
const RELATIVE_LIMIT_MS = 7 * DAY_MS;

export function formatNumber(value: number, language: Language, fractionDigits = 0): string {
  return new Intl.NumberFormat(findLocale(language), {
    maximumFractionDigits: fractionDigits,
  }).format(value);
}

/** Writes a share from 0 to 1 as a percentage. */
export function formatPercent(share: number, language: Language, fractionDigits = 0): string {
  return new Intl.NumberFormat(findLocale(language), {
    style: 'percent',
    maximumFractionDigits: fractionDigits,
  }).format(share);
}

/** Decimal units (1 kB = 1000 bytes), as operating systems show file sizes. */
export function formatBytes(bytes: number, language: Language): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return new Intl.NumberFormat(findLocale(language), {
    style: 'unit',
    unit: BYTE_UNITS[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: unit === 0 || value >= 100 ? 0 : 1,
  }).format(value);
}

/**
 * Returns what a language (RFC 5646) is called in the reader's own; its tag where the browser knows
 * no name.
 */
export function formatLanguage(tag: string, language: Language): string {
  return new Intl.DisplayNames([findLocale(language)], { type: 'language' }).of(tag) ?? tag;
}

/** Writes a playing time as h:mm:ss, or m:ss below an hour. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Writes how long something took, in its largest fitting unit: `40 seconds`, `3 minutes`. */
export function formatSpan(seconds: number, language: Language): string {
  const [unit, size] = pickSpanUnit(seconds);
  const { format } = new Intl.NumberFormat(findLocale(language), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  });
  return format(seconds / size);
}

function pickSpanUnit(seconds: number): readonly [unit: string, seconds: number] {
  if (seconds < 60) return ['second', 1];
  if (seconds < 5400) return ['minute', 60];
  return seconds < 2 * 86_400 ? ['hour', 3600] : ['day', 86_400];
}

export function formatDate(time: Date, language: Language): string {
  return new Intl.DateTimeFormat(findLocale(language), { dateStyle: 'medium' }).format(time);
}

/** Date and time of day in the viewer's zone. */
export function formatDateTime(
  time: Date,
  language: Language,
  timeStyle: 'short' | 'medium' = 'short',
): string {
  return new Intl.DateTimeFormat(findLocale(language), {
    dateStyle: 'medium',
    timeStyle,
  }).format(time);
}

/** Time of day in the viewer's zone, to the second. */
export function formatTimeOfDay(time: Date, language: Language): string {
  return new Intl.DateTimeFormat(findLocale(language), { timeStyle: 'medium' }).format(time);
}

/** The day in the viewer's zone, with its weekday. */
export function formatDay(time: Date, language: Language): string {
  return new Intl.DateTimeFormat(findLocale(language), { dateStyle: 'full' }).format(time);
}

/** Writes the name of a country by its code (ISO 3166-1 alpha-2). */
export function formatCountry(code: string, language: Language): string {
  return new Intl.DisplayNames([findLocale(language)], { type: 'region' }).of(code) ?? code;
}

/**
 * Writes the time of today and yesterday with the day's name, as lists are read: 'Today, 3:05 am';
 * else the date and time.
 */
export function formatDayTime(
  time: Date,
  now: Date,
  language: Language,
  timeStyle: 'short' | 'medium' = 'short',
): string {
  const days = [now, new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)];
  const ago = days.findIndex((day) => day.toDateString() === time.toDateString());
  if (ago === -1) return formatDateTime(time, language, timeStyle);
  const locale = findLocale(language);
  const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-ago, 'day');
  const clock = new Intl.DateTimeFormat(locale, { timeStyle }).format(time);
  return `${day.charAt(0).toLocaleUpperCase(locale)}${day.slice(1)}, ${clock}`;
}

/** To the second and with the zone's name: what a table shows on hover. */
export function formatExactTime(time: Date, language: Language): string {
  return new Intl.DateTimeFormat(findLocale(language), {
    dateStyle: 'full',
    timeStyle: 'long',
  }).format(time);
}

/**
 * Writes how long ago or from now, up to a week; the date beyond.
 * @param justNow for less than a minute ago, of which `Intl` only says 'now': 'last seen now'
 */
export function formatRelative(
  time: Date,
  now: Date,
  { language, justNow }: { readonly language: Language; readonly justNow: string },
): string {
  const distanceMs = time.getTime() - now.getTime();
  const sizeMs = Math.abs(distanceMs);
  if (sizeMs >= RELATIVE_LIMIT_MS) return formatDate(time, language);
  const format = new Intl.RelativeTimeFormat(findLocale(language), { numeric: 'auto' });
  if (sizeMs < MINUTE_MS) return distanceMs > 0 ? format.format(0, 'second') : justNow;
  if (sizeMs < HOUR_MS) return format.format(Math.trunc(distanceMs / MINUTE_MS), 'minute');
  if (sizeMs < DAY_MS) return format.format(Math.trunc(distanceMs / HOUR_MS), 'hour');
  return format.format(Math.trunc(distanceMs / DAY_MS), 'day');
}
