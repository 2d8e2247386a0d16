/** Specification, section 2. */
const messageLength = 150;
const userAgentLength = 60;

/** A message as lists show it. */
export function shortenMessage(message: string): string {
  return truncate(message, messageLength);
}

/** A user agent as the detail shows it. */
export function shortenUserAgent(userAgent: string): string {
  return truncate(userAgent, userAgentLength);
}

/** Cuts between characters, never within one. */
function truncate(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : text;
}

/** A time window in the units in which it is shown: seconds only below a minute. */
export type WindowParts =
  | { readonly unit: 'days'; readonly days: number }
  | { readonly unit: 'hoursMinutes'; readonly hours: number; readonly minutes: number }
  | { readonly unit: 'hours'; readonly hours: number }
  | { readonly unit: 'minutes'; readonly minutes: number }
  | { readonly unit: 'seconds'; readonly seconds: number };

const [minuteMs, dayMs] = [60_000, 86_400_000];

/** Splits a window of milliseconds into hours and minutes (specification, section 2). */
export function splitWindow(ms: number): WindowParts {
  if (ms < minuteMs) return { unit: 'seconds', seconds: Math.max(1, Math.round(ms / 1000)) };
  const all = Math.round(ms / minuteMs);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  if (hours === 0) return { unit: 'minutes', minutes };
  return minutes === 0 ? { unit: 'hours', hours } : { unit: 'hoursMinutes', hours, minutes };
}

/** As sentences say it: whole days from two on, such as 7 days in place of 168 hours. */
export function splitSpan(ms: number): WindowParts {
  return ms > dayMs && ms % dayMs === 0 ? { unit: 'days', days: ms / dayMs } : splitWindow(ms);
}

/** Whether the title of an alert names what it measured: the line below would say it again. */
export function isNamedByTitle(title: string, metric: string): boolean {
  return title.trim().toLowerCase() === metric.trim().toLowerCase();
}

/** Begins a sentence with what was written for the middle of one. */
export function beginSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
