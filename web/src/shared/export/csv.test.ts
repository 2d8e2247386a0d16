import { neutraliseCell } from '@prahari/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CellValue } from '../table/compare-cells.ts';
import { writeCsv } from './csv.ts';

/** RFC 4180 read back, after the byte order mark. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const body = text.slice(1);
  for (let found = cell.exec(body); found; found = cell.exec(body)) {
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] !== '\r\n') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const evil = fc
  .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'), fc.string())
  .map(([sign, rest]) => sign + rest);
const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), evil);

test('no text begins a formula, and what was there comes back by taking one apostrophe away', () => {
  fc.assert(
    fc.property(text, (value) => {
      const safe = neutraliseCell(value);
      expect(safe).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
      expect(safe.replace(/^'/, '')).toBe(value);
    }),
  );
});

test('every cell comes back where it was', () => {
  const table = fc.integer({ min: 1, max: 4 }).chain((width) => {
    const cells = <Value>(value: fc.Arbitrary<Value>) =>
      fc.array(value, { minLength: width, maxLength: width });
    return fc.record({
      title: fc.constant('t'),
      columns: cells(text),
      rows: fc.array(cells(text)),
    });
  });
  fc.assert(
    fc.property(table, (given) => {
      const read = readCsv(writeCsv(given));
      const expected = [given.columns, ...given.rows];
      expect(read.map((row) => row.map((cell) => cell.replace(/^'/, '')))).toEqual(expected);
    }),
  );
});

test('begins with a byte order mark and ends each row with CRLF', () => {
  const rows: readonly CellValue[][] = [
    ['मीरा, "डॉ."', -5, true],
    ['+919876543210', null, new Date('2026-11-20T10:00:00Z')],
  ];
  expect(writeCsv({ title: 't', columns: ['a', 'b', 'c'], rows })).toBe(
    '\uFEFFa,b,c\r\n"मीरा, ""डॉ.""",-5,true\r\n\'+919876543210,,2026-11-20T10:00:00.000Z\r\n',
  );
});
