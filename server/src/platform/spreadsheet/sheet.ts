/** Text, or why there is none: a formula is never evaluated, and its last result not trusted. */
export type Cell = string | { readonly not: 'formula' | 'text'; readonly shown: string };

export interface SheetRow {
  /** Counted from 1, as spreadsheet programs do. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

export type SheetFault =
  | 'not_utf8'
  | 'not_readable'
  | 'too_many_columns'
  /** It unpacks to far more than it is: a bomb, or too much for one import. */
  | 'too_large_inside';

/** A file that can't be read to its end; the message says where, and holds nothing of the file. */
export class SheetError extends Error {
  override readonly name = 'SheetError';
  readonly fault: SheetFault;

  constructor(fault: SheetFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}

/** More than any list of people has. */
const maxColumns = 100;

/** @throws SheetError too_many_columns */
export function requireFewColumns(count: number, row: number): void {
  if (count <= maxColumns) return;
  throw new SheetError(
    'too_many_columns',
    `Row ${row} has more than ${maxColumns} columns. Remove those that are not needed.`,
  );
}
