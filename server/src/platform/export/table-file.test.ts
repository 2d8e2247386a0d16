import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readXlsx } from '../spreadsheet/read-xlsx.ts';
import type { SheetRow } from '../spreadsheet/sheet.ts';
import { type TableColumns, writeTableFile } from './table-file.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'prahari-tables-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

interface Row {
  readonly name: string | null;
  readonly tags: readonly string[];
  readonly more: object;
}
const columns: TableColumns<Row> = [
  ['name', (row) => row.name],
  ['tags', (row) => row.tags],
  ['more', (row) => row.more],
];
const row: Row = { name: '=1+1', tags: ['a', 'b'], more: { x: 1 } };

async function* pagesOf(...pages: (readonly Row[])[]) {
  yield* pages;
}

it('writes lists and objects into one cell, and no formula', async () => {
  const empty = { ...row, name: null, tags: [] };
  const csv = (await buffer(writeTableFile('csv', columns, pagesOf([row], [empty])))).toString();
  expect(csv).toBe('\uFEFFname,tags,more\r\n\'=1+1,"a; b","{""x"":1}"\r\n,,"{""x"":1}"\r\n');
});

it('keeps values as they are in JSON, and is an array without rows too', async () => {
  const json = await text(writeTableFile('json', columns, pagesOf([row], [row])));
  expect(JSON.parse(json)).toEqual([row, row]);
  expect(JSON.parse(await text(writeTableFile('json', columns, pagesOf())))).toEqual([]);
});

it('writes numbers as such into a workbook, and no text that Excel would refuse', async () => {
  const file = path.join(dir, 'table.xlsx');
  const long = 'x'.repeat(40_000);
  const two: TableColumns<string> = [
    ['length', (word) => word.length],
    ['word', (word) => word],
  ];
  async function* pages() {
    yield [long, '=1+1'];
  }
  await pipeline(writeTableFile('xlsx', two, pages()), createWriteStream(file));
  const rows: SheetRow[] = [];
  for await (const each of readXlsx(file)) rows.push(each);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['length', 'word'],
    ['40000', `${long.slice(0, 32_766)}…`],
    ['4', '=1+1'],
  ]);
});

it.each(['csv', 'json', 'xlsx'] as const)(
  'reads %s no further once the reader is gone',
  async (format) => {
    let given = 0;
    const ended = vi.fn();
    async function* endless() {
      try {
        for (;;) {
          given += 1;
          yield Array.from({ length: 1000 }, () => row);
        }
      } finally {
        ended();
      }
    }
    for await (const _ of writeTableFile(format, columns, endless())) if (given > 0) break;
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), 20_000);
    expect(given).toBeLessThan(10);
  },
);
