import { writeCsv } from './csv.ts';
import { type ExportTable, formatCell } from './export-table.ts';
import { exportFileName } from './file-name.ts';
import { printTable } from './print.ts';
import { saveFile } from './save-file.ts';

interface FileFormat {
  readonly extension: string;
  readonly write: (table: ExportTable) => Blob | Promise<Blob>;
}

export type FileFormatName = 'csv' | 'excel' | 'json';

/** Formats that end in a file; printing ends on paper. */
const FILE_FORMATS: Readonly<Record<FileFormatName, FileFormat>> = {
  csv: {
    extension: 'csv',
    write: (table) => new Blob([writeCsv(table)], { type: 'text/csv;charset=utf-8' }),
  },
  excel: {
    extension: 'xlsx',
    // The library is fetched only for exports to Excel.
    write: async (table) => (await import('./excel.ts')).writeExcel(table),
  },
  json: {
    extension: 'json',
    write: (table) => new Blob([writeJson(table)], { type: 'application/json' }),
  },
};

export const exportFormats = ['csv', 'excel', 'json', 'print'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Exports on this machine (specification, section 2).
 * @param name what the file is called before its timestamp
 * @throws Error for a format that is not in the table
 */
export async function exportAs(format: string, name: string, table: ExportTable): Promise<void> {
  if (format === 'print') return printTable(table);
  if (!isFileFormat(format)) throw new Error(`Unsupported format: ${format}`);
  const { extension, write } = FILE_FORMATS[format];
  saveFile(await write(table), exportFileName(name, extension, new Date()));
}

function isFileFormat(format: string): format is keyof typeof FILE_FORMATS {
  return Object.hasOwn(FILE_FORMATS, format);
}

/** One object a row, its keys the columns' titles. Data for programs: nothing is neutralised. */
function writeJson({ columns, rows }: ExportTable): string {
  const records = rows.map((row) =>
    Object.fromEntries(
      columns.map((column, at) => {
        const value = row[at] ?? null;
        return [column, value instanceof Date ? formatCell(value) : value];
      }),
    ),
  );
  return `${JSON.stringify(records, null, 2)}\n`;
}
