import { formatNumber, parseColumn } from './cell-reference.ts';
import { readXml, type XmlHandlers } from './read-xml.ts';
import { type Cell, requireFewColumns, type SheetRow } from './sheet.ts';
import { findFirstSheetPart, readSharedTexts } from './workbook.ts';
import { openXlsxArchive } from './xlsx-archive.ts';

/** The most that a cell may hold in Excel itself. */
const maxCellSigns = 32_767;

/**
 * Reads the first sheet of an Excel workbook (ECMA-376) as a stream. Formulas are named, never
 * evaluated.
 * @throws SheetError
 */
export async function* readXlsx(file: string): AsyncGenerator<SheetRow> {
  const archive = await openXlsxArchive(file);
  try {
    const part = await findFirstSheetPart(archive);
    const texts = await readSharedTexts(archive);
    let found: SheetRow[] = [];
    const handlers = sheetHandlers(texts, (row) => found.push(row));
    for await (const _ of readXml(archive.read(part), handlers)) {
      yield* found;
      found = [];
    }
  } finally {
    archive.close();
  }
}

/** Rows out of the tags `row`, `c`, `f`, `v` and `is` (ECMA-376 part 1, 18.3.1). */
function sheetHandlers(texts: readonly string[], found: (row: SheetRow) => void): XmlHandlers {
  let row: { number: number; cells: Cell[] } = { number: 0, cells: [] };
  let cell = { column: 0, type: 'n', isFormula: false, value: '' };
  let isValue = false;
  return {
    open(name, attribute) {
      if (name === 'row') {
        const given = Number(attribute('r'));
        const number = Number.isSafeInteger(given) && given > 0 ? given : row.number + 1;
        row = { number, cells: [] };
      } else if (name === 'c') {
        const column = parseColumn(attribute('r') ?? '') ?? row.cells.length;
        requireFewColumns(column + 1, row.number);
        cell = { column, type: attribute('t') ?? 'n', isFormula: false, value: '' };
      } else if (name === 'f') {
        cell.isFormula = true;
      }
      isValue = name === 'v' || (name === 't' && cell.type === 'inlineStr');
    },
    text(more) {
      if (isValue && cell.value.length < maxCellSigns) cell.value += more;
    },
    close(name) {
      isValue = false;
      if (name === 'c') {
        while (row.cells.length < cell.column) row.cells.push('');
        row.cells[cell.column] = readContent(cell, texts);
      }
      if (name === 'row') found(row);
    },
  };
}

function readContent(
  cell: { type: string; isFormula: boolean; value: string },
  texts: readonly string[],
): Cell {
  const { type, value } = cell;
  if (cell.isFormula) return { not: 'formula', shown: value };
  if (type === 'e') return { not: 'text', shown: value };
  if (type === 's') return texts[Number(value)] ?? { not: 'text', shown: value };
  return type === 'n' ? formatNumber(value) : value;
}
