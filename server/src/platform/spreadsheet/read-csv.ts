import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { detectDelimiter } from '@prahari/contract';
import { CsvError, parse } from 'csv-parse';
import * as z from 'zod/mini';
import { requireFewColumns, SheetError, type SheetRow } from './sheet.ts';

/** Longest row; an open quote would otherwise collect the rest of the file. */
const maxRowSigns = 64 * 1024;
const recordSchema = z.array(z.string());

/**
 * Reads a CSV file (RFC 4180) in UTF-8, with or without byte order mark, with commas, semicolons or
 * tabs, as a stream.
 * @throws SheetError
 */
export async function* readCsv(file: string): AsyncGenerator<SheetRow> {
  const source = createReadStream(file);
  const texts = decode(source);
  const first = await texts.next();
  const start = first.done ? '' : first.value;
  const parser = parse({
    delimiter: detectDelimiter(start),
    max_record_size: maxRowSigns,
    relax_column_count: true,
    skip_empty_lines: false,
  });
  // Its error comes out of the parser too, where the loop below meets it.
  pipeline(Readable.from(startingWith(start, texts)), parser, () => undefined);
  let number = 0;
  try {
    for await (const record of parser) {
      number += 1;
      const cells = recordSchema.parse(record);
      requireFewColumns(cells.length, number);
      yield { number, cells };
    }
  } catch (error) {
    throw asSheetError(error, number + 1);
  } finally {
    source.destroy();
  }
}

async function* startingWith(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (start !== '') yield start;
  yield* rest;
}

async function* decode(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of source) {
      const text = decoder.decode(chunk, { stream: true });
      if (text.includes('\0')) throw new SheetError('not_readable', 'The file is not plain text.');
      if (text !== '') yield text;
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = 'The file is not in UTF-8. Save it as “CSV UTF-8” and try again.';
    throw new SheetError('not_utf8', message, error);
  }
}

function asSheetError(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error;
  const message = `The file could not be read from row ${row} on: quotes that do not match, or too long a row.`;
  return new SheetError('not_readable', message);
}
