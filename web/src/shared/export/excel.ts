import writeXlsxFile, { type Cell } from 'write-excel-file/browser';
import type { CellValue } from '../table/compare-cells.ts';
import { type ExportTable, formatCell } from './export-table.ts';

/** Excel takes no longer name of a sheet, and none with these characters. */
const LONGEST_SHEET_NAME = 31;
const NOT_IN_SHEET_NAMES = /[\\/?*[\]:]/g;

/** A workbook of one sheet. Its texts are typed as texts, which Excel never runs. */
export function writeExcel({ title, columns, rows }: ExportTable): Promise<Blob> {
  const head = columns.map((column): Cell => ({ ...textCell(column), fontWeight: 'bold' }));
  const sheet = title.replace(NOT_IN_SHEET_NAMES, ' ').slice(0, LONGEST_SHEET_NAME);
  return writeXlsxFile([head, ...rows.map((row) => row.map(excelCell))], {
    sheet,
    stickyRowsCount: 1,
  }).toBlob();
}

function excelCell(value: CellValue): Cell {
  if (value === null) return null;
  if (typeof value === 'number') return { value, type: Number };
  if (typeof value === 'boolean') return { value, type: Boolean };
  return textCell(formatCell(value));
}

function textCell(value: string) {
  return { value, type: String };
}
