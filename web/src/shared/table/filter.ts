import { type CalendarDay, findCalendarDay } from './calendar-day.ts';

export interface NumberRange {
  readonly from: number | null;
  readonly to: number | null;
}
export interface DateRange {
  readonly from: CalendarDay | null;
  readonly to: CalendarDay | null;
}

interface FilterValues {
  readonly text: string;
  readonly select: string;
  readonly boolean: boolean;
  readonly multiselect: readonly string[];
  readonly number: number;
  readonly numberrange: NumberRange;
  readonly date: CalendarDay;
  readonly daterange: DateRange;
}

/** Filter types of the specification, section 5. */
export type FilterKind = keyof FilterValues;
export type FilterOf<Kind extends FilterKind> = {
  readonly kind: Kind;
  readonly value: FilterValues[Kind];
};
export type Filter = { readonly [Kind in FilterKind]: FilterOf<Kind> }[FilterKind];

/** Ends of a date range that is open (specification, section 5). */
const OPEN_START: CalendarDay = '1900-01-01';
const OPEN_END: CalendarDay = '2100-12-31';

/** Picks those of the known values that a filter chooses; null where it chooses none of them. */
export function findChosen<Value extends string>(
  filter: Filter | undefined,
  known: readonly Value[],
): Value[] | null {
  const said = filter?.value;
  const texts: readonly unknown[] = Array.isArray(said) ? said : [said];
  const chosen = known.filter((value) => texts.includes(value));
  return chosen.length === 0 ? null : chosen;
}

/** Whether a cell passes a filter (specification, section 5). */
export function passes(filter: Filter, cell: unknown): boolean {
  switch (filter.kind) {
    case 'text':
      return contains(cell, filter.value);
    case 'select':
      return listTexts(cell).includes(filter.value);
    case 'boolean':
      return cell === filter.value;
    case 'multiselect':
      return listTexts(cell).some((text) => filter.value.includes(text));
    case 'number':
      return cell === filter.value;
    case 'numberrange':
      return typeof cell === 'number' && isWithin(cell, filter.value);
    case 'date':
      return findCalendarDay(cell) === filter.value;
    case 'daterange':
      return isWithinDays(findCalendarDay(cell), filter.value);
  }
}

/** Case-insensitive contains, as text filters and free search use it. */
export function contains(cell: unknown, sought: string): boolean {
  const lower = sought.toLowerCase();
  return listTexts(cell).some((text) => text.toLowerCase().includes(lower));
}

function listTexts(cell: unknown): readonly string[] {
  if (cell === null || cell === undefined) return [];
  return Array.isArray(cell) ? cell.map(String) : [String(cell)];
}

function isWithin(value: number, { from, to }: NumberRange): boolean {
  return (from === null || value >= from) && (to === null || value <= to);
}

function isWithinDays(day: CalendarDay | null, { from, to }: DateRange): boolean {
  return day !== null && day >= (from ?? OPEN_START) && day <= (to ?? OPEN_END);
}
