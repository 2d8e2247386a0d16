import { setImmediate as breathe } from 'node:timers/promises';
import type { ColumnMapping } from '@prahari/contract';
import { readCsv } from '../../../platform/spreadsheet/read-csv.ts';
import { readXlsx } from '../../../platform/spreadsheet/read-xlsx.ts';
import type { SheetRow } from '../../../platform/spreadsheet/sheet.ts';
import type { SheetFormat } from '../../../platform/spreadsheet/sheet-format.ts';
import { type ColumnPlaces, findColumns } from './columns.rules.ts';
import { columnsMissing, noRows, tooManyRows } from './failure.rules.ts';
import type { BatchRow } from './import-batch.usecases.ts';
import { isBlank, readRow } from './row.rules.ts';

/** Rows that are read before the event loop may do other work: a millisecond or two. */
const rowsAtOnce = 50;
/** Longest header that is kept to choose from. */
const headerCharacters = 200;

export interface SheetSource {
  readonly file: string;
  readonly format: SheetFormat;
}

/** Reads the rows that are not empty, the header first, and lets other work run in between. */
async function* readFilledRows({ file, format }: SheetSource): AsyncGenerator<SheetRow> {
  let looked = 0;
  for await (const row of format === 'csv' ? readCsv(file) : readXlsx(file)) {
    looked += 1;
    if (looked % rowsAtOnce === 0) await breathe();
    if (!isBlank(row.cells)) yield row;
  }
}

function readHeaderTexts(row: SheetRow): string[] {
  return row.cells.map((cell) =>
    (typeof cell === 'string' ? cell : cell.shown).trim().slice(0, headerCharacters),
  );
}

/** Reads the header cells of the file. @throws SheetError, ImportFailed no_rows */
export async function readHeaders(source: SheetSource): Promise<string[]> {
  for await (const row of readFilledRows(source)) return readHeaderTexts(row);
  throw noRows();
}

/**
 * Reads the whole file once and changes nothing, so that one that can't be read to its end is
 * refused before its first row is imported.
 * @returns how many data rows there are
 * @throws SheetError, ImportFailed
 */
export async function countRows(source: SheetSource, maxRows: number): Promise<number> {
  let total = -1;
  for await (const _ of readFilledRows(source)) {
    total += 1;
    if (total > maxRows) throw tooManyRows(maxRows);
  }
  if (total < 1) throw noRows();
  return total;
}

/** Chooses which header holds which column. @throws ImportFailed columns_missing */
export function chooseColumns(
  headers: readonly string[],
  given: ColumnMapping | null,
): { mapping: ColumnMapping; places: ColumnPlaces } {
  const { mapping, places, missing } = findColumns(headers, given);
  if (missing.length > 0) throw columnsMissing(missing);
  return { mapping, places };
}

/**
 * Reads data rows in batches, from position `from` on. Of earlier rows only the phone numbers are
 * remembered, to find duplicates.
 */
export async function* readBatches(
  source: SheetSource,
  places: ColumnPlaces,
  portion: { readonly from: number; readonly size: number },
): AsyncGenerator<readonly BatchRow[]> {
  const seen = new Set<string>();
  let position = -1;
  let batch: BatchRow[] = [];
  for await (const { number, cells } of readFilledRows(source)) {
    position += 1;
    if (position === 0) continue;
    const read = readRow(cells, places);
    const phone = read.draft?.contactNumber;
    const isRepeated = phone !== undefined && seen.has(phone);
    if (phone !== undefined) seen.add(phone);
    if (position <= portion.from) continue;
    batch.push({ number, isRepeated, ...read });
    if (batch.length < portion.size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
