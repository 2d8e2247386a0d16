import { Readable } from 'node:stream';
import { byteOrderMark, formatCsvLine } from '../spreadsheet/write-csv.ts';
import { writeXlsx, type XlsxCell } from '../spreadsheet/write-xlsx.ts';

export type TableFormat = 'csv' | 'xlsx' | 'json';

export const tableContentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
} as const satisfies Record<TableFormat, string>;

/** Lists of texts are one cell, with semicolons; other objects are JSON. */
export type TableCell = string | number | boolean | null | readonly string[] | object;
/** Each column with its name, which is a key in JSON. */
export type TableColumns<Row> = readonly (readonly [name: string, read: (row: Row) => TableCell])[];

/** Writes a table as a file that is made while it is read; columns are the same in all formats. */
export function writeTableFile<Row>(
  format: TableFormat,
  columns: TableColumns<Row>,
  pages: AsyncIterable<readonly Row[]>,
): Readable {
  if (format === 'xlsx') return writeXlsx(xlsxRows(columns, pages));
  const chunks = format === 'csv' ? csvChunks(columns, pages) : jsonChunks(columns, pages);
  return Readable.from(chunks, { objectMode: false });
}

type Pages<Row> = AsyncIterable<readonly Row[]>;

const headerOf = (columns: readonly (readonly [string, unknown])[]) =>
  columns.map(([name]) => name);

function formatRow<Row>(columns: TableColumns<Row>, row: Row): string[] {
  return columns.map(([, read]) => formatCell(read(row)));
}

function formatCell(cell: TableCell): string {
  if (cell === null) return '';
  if (Array.isArray(cell)) return cell.join('; ');
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** Begins with the byte order mark by which Excel recognises UTF-8. */
async function* csvChunks<Row>(columns: TableColumns<Row>, pages: Pages<Row>) {
  yield byteOrderMark + formatCsvLine(headerOf(columns));
  for await (const rows of pages)
    yield rows.map((row) => formatCsvLine(formatRow(columns, row))).join('');
}

async function* xlsxRows<Row>(columns: TableColumns<Row>, pages: Pages<Row>) {
  yield headerOf(columns);
  for await (const rows of pages) {
    for (const row of rows) yield columns.map(([, read]) => xlsxCell(read(row)));
  }
}

/** Excel calls a workbook with a longer text damaged. */
const longestXlsxText = 32_767;

/** Formats a cell of XLSX. A leading apostrophe is doubled, because an import removes one. */
function xlsxCell(cell: TableCell): XlsxCell {
  if (typeof cell === 'number') return cell;
  const text = formatCell(cell);
  const kept = text.startsWith("'") ? `'${text}` : text;
  return kept.length > longestXlsxText ? `${kept.slice(0, longestXlsxText - 1)}…` : kept;
}

/** Writes one array, with one row per line. */
async function* jsonChunks<Row>(columns: TableColumns<Row>, pages: Pages<Row>) {
  let before = '[\n';
  for await (const rows of pages) {
    const lines = rows.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map(([name, read]) => [name, read(row)]))),
    );
    yield before + lines.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
