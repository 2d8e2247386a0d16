import { parse } from 'csv-parse/browser/esm/sync';
import type { Slip } from '../../../domain/activation/slip-texts.ts';

/**
 * Reads the codes of an import, as the server writes them: an apostrophe keeps spreadsheet programs
 * from taking a number for a formula.
 */
export function readSlips(csv: string): Slip[] {
  const records: string[][] = [];
  parse(csv, { bom: true, on_record: (record: string[]) => void records.push(record) });
  return records.slice(1).map((record) => {
    const [name = '', contactNumber = '', code = '', expiresAt = ''] =
      record.map(withoutApostrophe);
    return { name, contactNumber, code, expiresAt };
  });
}

function withoutApostrophe(text: string): string {
  return text.startsWith("'") ? text.slice(1) : text;
}
