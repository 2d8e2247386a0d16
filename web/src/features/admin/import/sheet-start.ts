import { detectDelimiter } from '@prahari/contract';
import { CsvError, parse } from 'csv-parse/browser/esm/sync';

/** Enough for the header and a few rows, and nothing to wait for. */
const startBytes = 16 * 1024;
const previewRows = 5;
/** As the server cuts them, which looks for the same text. */
const headerSigns = 200;

/** The first rows of a spreadsheet. */
export interface SheetStart {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export type SheetProblem = 'not_utf8' | 'not_readable' | 'no_rows';

/** Reads the first rows of a CSV file, as the server will read them all. */
export async function readCsvStart(file: Blob): Promise<SheetStart | SheetProblem> {
  const bytes = await file.slice(0, startBytes).arrayBuffer();
  const isCut = file.size > startBytes;
  const text = decoded(bytes, isCut);
  if (text === null) return 'not_utf8';
  if (text.includes('\0')) return 'not_readable';
  const records = parseRecords(text, isCut);
  const [header, ...rows] = records.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  if (!header) return text.trim() === '' ? 'no_rows' : 'not_readable';
  if (rows.length === 0 && !isCut) return 'no_rows';
  return {
    headers: header.map((cell) => cell.trim().slice(0, headerSigns)),
    rows: rows.slice(0, previewRows),
  };
}

/** Null when it is not UTF-8. A character that was cut in half is left out. */
function decoded(bytes: ArrayBuffer, isCut: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return null;
  }
}

/** Returns the records up to the cut; whether the last one before it is whole is unknown. */
function parseRecords(text: string, isCut: boolean): string[][] {
  const records: string[][] = [];
  try {
    parse(text, {
      delimiter: detectDelimiter(text),
      relax_column_count: true,
      on_record: (record: string[]) => void records.push(record),
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Rows before the fault are complete; the server reports the fault's position.
    return records;
  }
  return isCut && records.length > 1 ? records.slice(0, -1) : records;
}
