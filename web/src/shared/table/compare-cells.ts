/** The value of a cell before it is drawn: used to sort, filter, search and export. */
export type CellValue = string | number | boolean | Date | readonly string[] | null;

const collator = new Intl.Collator(['en-IN', 'hi-IN'], { numeric: true, sensitivity: 'base' });

/** Numbers and moments by size, false before true, texts as a dictionary has them. Both must be there. */
export function compareCells(a: NonNullable<CellValue>, b: NonNullable<CellValue>): number {
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return collator.compare(String(a), String(b));
}
