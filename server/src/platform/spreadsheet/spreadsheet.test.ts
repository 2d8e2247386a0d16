import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { detectDelimiter } from '@prahari/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { formatNumber, formatReference, parseColumn } from './cell-reference.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { SheetError, type SheetRow } from './sheet.ts';
import { detectSheetFormat } from './sheet-format.ts';
import { formatCsvCell, formatCsvLine, removeApostrophe } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

let dir: string;
let lastFile = 0;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'prahari-sheets-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function written(content: string | Uint8Array): Promise<string> {
  lastFile += 1;
  const file = path.join(dir, String(lastFile));
  await writeFile(file, content);
  return file;
}

async function zipped(parts: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const file = await written('');
  const zip = new yazl.ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

const workbook = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="rId7"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId7" Type="x/worksheet" Target="worksheets/one.xml"/><Relationship Id="rId8" Type="x/sharedStrings" Target="/xl/texts.xml"/></Relationships>',
};
const withSheet = (inner: string, texts = '<sst/>') =>
  zipped({
    ...workbook,
    'xl/worksheets/one.xml': `<worksheet><sheetData>${inner}</sheetData></worksheet>`,
    'xl/texts.xml': texts,
  });

async function all(rows: AsyncIterable<SheetRow>): Promise<SheetRow[]> {
  const read: SheetRow[] = [];
  for await (const row of rows) read.push(row);
  return read;
}
const cells = async (rows: AsyncIterable<SheetRow>) => (await all(rows)).map((row) => row.cells);
async function faultOf(rows: AsyncIterable<SheetRow>): Promise<string> {
  const error = await all(rows).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof SheetError) return error.fault;
  throw error ?? new Error('it was read to its end');
}

/** No NUL, which is refused, and no half of a pair, which UTF-8 can't hold. */
const anyText = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((text) => text.replaceAll('\0', '').toWellFormed());

describe('readCsv', () => {
  it.each([
    [
      '\uFEFFname,phone\r\nAsha,1\r\n',
      [
        ['name', 'phone'],
        ['Asha', '1'],
      ],
    ],
    [
      'name;phone\nAsha;1',
      [
        ['name', 'phone'],
        ['Asha', '1'],
      ],
    ],
    [
      'name\tphone\rAsha\t1\r',
      [
        ['name', 'phone'],
        ['Asha', '1'],
      ],
    ],
    ['"a, ""b""\r\nc",d\n', [['a, "b"\r\nc', 'd']]],
    ['नाम,मोबाइल\n', [['नाम', 'मोबाइल']]],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['', []],
  ])('reads %j', async (text, expected) => {
    expect(await cells(readCsv(await written(text)))).toEqual(expected);
  });

  it('reads back what csvLine wrote, except the apostrophe that it added', async () => {
    const table = fc.array(fc.array(anyText, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        // The header says what parts the columns.
        const text = `a,b\r\n${rows.map(formatCsvLine).join('')}`;
        const read = await cells(readCsv(await written(text)));
        const back = read.slice(1).map((row) => row.map((cell) => removeApostrophe(`${cell}`)));
        expect(back).toEqual(rows.map((row) => row.map((cell) => cell)));
      }),
      { numRuns: 60 },
    );
  });

  it('names where a row lies, blank lines counted', async () => {
    const rows = await all(readCsv(await written('a\r\n\r\nb\r\n')));
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it.each([
    ['Latin-1', Buffer.from('name\nJos\xe9', 'latin1'), 'not_utf8'],
    ['a character cut off by the end', Buffer.from('a\né').subarray(0, 3), 'not_utf8'],
    ['NUL', 'a\nb\0c', 'not_readable'],
    ['an open quote', 'a\n"b', 'not_readable'],
    ['a quote within', 'a\nb"c', 'not_readable'],
    ['a row without end', `a\n${'x'.repeat(100_000)}`, 'not_readable'],
    ['200 columns', Array.from({ length: 200 }, (_, i) => `c${i}`).join(','), 'too_many_columns'],
  ])('refuses %s', async (_, content, fault) => {
    expect(await faultOf(readCsv(await written(content)))).toBe(fault);
  });

  it('ends with a SheetError or the end, for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const outcome = await all(readCsv(await written(bytes))).catch((error: unknown) => error);
        expect(Array.isArray(outcome) || outcome instanceof SheetError).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

describe('readXlsx', () => {
  it('reads back what xlsxOf wrote', async () => {
    const row = fc.array(anyText, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        const file = await written('');
        await pipeline(writeXlsx(Readable.from(rows)), createWriteStream(file));
        const read = await cells(readXlsx(file));
        const filled = read.map((found, at) => rows[at]?.map((_, i) => found[i] ?? ''));
        expect(filled).toEqual(rows.map((each) => each.map(asXml)));
      }),
      { numRuns: 40 },
    );
  });

  it('reads numbers, shared and inline texts, holes, and names formulas', async () => {
    const file = await withSheet(
      '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1"><v>9.87654321E9</v></c></row>' +
        '<row r="5"><c r="A5" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c><c r="B5"><f>1+1</f><v>2</v></c><c r="C5" t="e"><v>#N/A</v></c><c r="D5" t="b"><v>1</v></c></row>',
      '<sst><si><t>x</t></si><si><r><t>आ</t></r><rPh><t>no</t></rPh><r><t>शा</t></r></si></sst>',
    );
    expect(await all(readXlsx(file))).toEqual([
      { number: 1, cells: ['आशा', '', '9876543210'] },
      {
        number: 5,
        cells: ['ab', { not: 'formula', shown: '2' }, { not: 'text', shown: '#N/A' }, '1'],
      },
    ]);
  });

  const wide = '<row r="1"><c r="CV1"><v>1</v></c><c r="CW1"><v>1</v></c></row>';
  it.each([
    ['no ZIP', () => written('PK\x03\x04 and nothing')],
    ['a ZIP of something else', () => zipped({ 'a.txt': 'x' })],
    ['broken XML', () => withSheet('<row></c>')],
    ['an endless text', () => withSheet(`<row><c><v>${'1'.repeat(3_000_000)}`)],
    [
      'entities of its own',
      () =>
        zipped({
          ...workbook,
          'xl/worksheets/one.xml': '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>',
          'xl/texts.xml': '<sst/>',
        }),
    ],
  ])('refuses %s', async (_, make) => {
    expect(await faultOf(readXlsx(await make()))).toBe('not_readable');
  });

  it('refuses a bomb, and more columns than a list has', async () => {
    const bomb = await withSheet('<row><c><v>1</v></c></row>'.repeat(2_000_000));
    expect(await faultOf(readXlsx(bomb))).toBe('too_large_inside');
    expect(await faultOf(readXlsx(await withSheet(wide)))).toBe('too_many_columns');
    const many = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`${i}`, '']));
    expect(await faultOf(readXlsx(await zipped(many)))).toBe('too_large_inside');
  }, 20_000);
});

/** Characters that XML can't hold are replaced, and it has one kind of line end. */
function asXml(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
}

describe('csvCell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+919876543210', "'+919876543210"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['＝1', "'＝1"],
    ['\tx', '"\'\tx"'],
    ["'x", "''x"],
    ['a,"b"', '"a,""b"""'],
    ['plain', 'plain'],
  ])('writes %j as %j', (text, cell) => {
    expect(formatCsvCell(text)).toBe(cell);
  });
});

describe('references', () => {
  it('lead from column to letters and back', () => {
    fc.assert(
      fc.property(fc.nat(16_383), fc.integer({ min: 1, max: 1_048_576 }), (column, row) => {
        expect(parseColumn(formatReference(column, row))).toBe(column);
      }),
    );
    expect([parseColumn('A1'), parseColumn('C5'), parseColumn('AA10'), parseColumn('a1')]).toEqual([
      ...[0, 2, 26],
      null,
    ]);
  });

  it.each([
    ['9.87654321E9', '9876543210'],
    ['91', '91'],
    ['1.5', '1.5'],
    ['', ''],
  ])('number %j is %j', (stored, text) => {
    expect(formatNumber(stored)).toBe(text);
  });
});

it.each([
  ['a,b;c,d', ','],
  ['a;b;c,d', ';'],
  ['a\tb', '\t'],
  ['"a;b;c",d', ','],
  ['a', ','],
])('%j is parted by %j', (start, delimiter) => {
  expect(detectDelimiter(start)).toBe(delimiter);
});

it.each([
  [Buffer.from('PK\x03\x04'), 'xlsx'],
  [Buffer.from('name,phone'), 'csv'],
  [Buffer.from('\uFEFFनाम'), 'csv'],
  [Buffer.from('%PDF-1.7'), null],
  [Buffer.from('name', 'utf16le'), null],
])('%j is %j', (head, format) => {
  expect(detectSheetFormat(head)).toBe(format);
});
