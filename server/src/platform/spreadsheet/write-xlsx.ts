import { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';
import { formatReference } from './cell-reference.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts of the smallest workbook (ECMA-376 part 2), besides the sheet. */
const fixedParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${content}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

export type XlsxCell = string | number;

/**
 * Writes a workbook of one sheet as a stream. Texts are inline, so that no program evaluates them.
 */
export function writeXlsx(rows: AsyncIterable<readonly XlsxCell[]>): Readable {
  const zip = new yazl.ZipFile();
  const out = new PassThrough();
  const sheet = Readable.from(sheetXml(rows), { objectMode: false });
  sheet.once('error', (error) => out.destroy(error));
  out.once('close', () => sheet.destroy());
  for (const [name, text] of Object.entries(fixedParts)) zip.addBuffer(Buffer.from(text), name);
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  zip.outputStream.pipe(out);
  zip.end();
  return out;
}

async function* sheetXml(rows: AsyncIterable<readonly XlsxCell[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${head}<worksheet xmlns="${main}"><sheetData>`);
  let number = 0;
  for await (const cells of rows) {
    number += 1;
    yield Buffer.from(rowXml(cells, number));
  }
  yield Buffer.from('</sheetData></worksheet>');
}

function rowXml(cells: readonly XlsxCell[], number: number): string {
  const inner = cells
    .map((cell, column) => {
      if (cell === '') return '';
      const reference = formatReference(column, number);
      if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
      return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
    })
    .join('');
  return `<row r="${number}">${inner}</row>`;
}

/** Characters that XML 1.0, section 2.2, does not allow. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(unwritable, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
