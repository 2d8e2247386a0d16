import type { CellValue } from '../table/compare-cells.ts';

export interface ExportColumn<Row> {
  readonly title: string;
  readonly value: (row: Row) => CellValue;
}

/** The exported table in any format: titles, and as many cells in each row. */
export interface ExportTable {
  /** Names the sheet and the printed page. */
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CellValue[])[];
}

export function buildExportTable<Row>(
  title: string,
  columns: readonly ExportColumn<Row>[],
  records: readonly Row[],
): ExportTable {
  return {
    title,
    columns: columns.map((column) => column.title),
    rows: records.map((record) => columns.map((column) => column.value(record))),
  };
}

/** A cell as text: nothing for nothing, moments in ISO 8601, lists with semicolons. */
export function formatCell(value: CellValue): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? value.join('; ') : String(value);
}
