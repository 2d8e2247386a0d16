import { neutraliseCell } from '@prahari/contract';
import type { CellValue } from '../table/compare-cells.ts';
import { type ExportTable, formatCell } from './export-table.ts';

/** Without it Excel takes UTF-8 for the system's own encoding and garbles Devanagari. */
const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180, with a byte order mark, and no cell that a spreadsheet would run. */
export function writeCsv({ columns, rows }: ExportTable): string {
  const lines = [columns, ...rows].map((cells) => cells.map(csvCell).join(','));
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}

function csvCell(value: CellValue): string {
  // A number is no formula, and its minus sign must stay one.
  const text = typeof value === 'number' ? String(value) : neutraliseCell(formatCell(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
