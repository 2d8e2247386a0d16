import { isCalendarDay } from './calendar-day.ts';
import type { Filter, FilterKind } from './filter.ts';

const BETWEEN = '..';
/** The calls take no longer text. */
export const LONGEST_TEXT = 100;

/** A filter as texts of the address: several for a multiselect, one for the others. */
export function writeFilter(filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'multiselect':
      return filter.value;
    case 'numberrange':
    case 'daterange':
      return [`${filter.value.from ?? ''}${BETWEEN}${filter.value.to ?? ''}`];
    default:
      return [String(filter.value)];
  }
}

/**
 * Reads what `writeFilter` wrote; null for what may have been typed instead and for what filters
 * nothing.
 */
export function readFilter(kind: FilterKind, texts: readonly string[]): Filter | null {
  const [text = ''] = texts;
  switch (kind) {
    case 'text':
      return readText(text);
    case 'select':
      return text === '' ? null : { kind, value: text };
    case 'boolean':
      return text === 'true' || text === 'false' ? { kind, value: text === 'true' } : null;
    case 'multiselect':
      return texts.length === 0 ? null : { kind, value: [...texts] };
    case 'number': {
      const value = readNumber(text);
      return value === null ? null : { kind, value };
    }
    case 'numberrange':
      return readNumberRange(text);
    case 'date':
      return isCalendarDay(text) ? { kind, value: text } : null;
    case 'daterange':
      return readDateRange(text);
  }
}

/** Reads a text without what is not typed into a field of one line, and no longer than it takes. */
function readText(text: string): Filter | null {
  const line = text.replace(/\p{Cc}/gu, ' ').trim();
  const value = line
    .slice(0, LONGEST_TEXT)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
  return value === '' ? null : { kind: 'text', value };
}

function readNumberRange(text: string): Filter | null {
  const [from, to] = ends(text).map(readNumber);
  if (from === undefined || to === undefined || (from === null && to === null)) return null;
  return { kind: 'numberrange', value: { from, to } };
}

function readDateRange(text: string): Filter | null {
  const [from, to] = ends(text).map((end) => (isCalendarDay(end) ? end : null));
  if (from === undefined || to === undefined || (from === null && to === null)) return null;
  return { kind: 'daterange', value: { from, to } };
}

function ends(text: string): readonly string[] {
  const parts = text.split(BETWEEN);
  return parts.length === 2 ? parts : [];
}

/** A finite number out of what a person typed, else null. */
function readNumber(text: string): number | null {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}
