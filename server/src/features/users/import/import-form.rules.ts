import { type ColumnMapping, columnMappingSchema } from '@prahari/contract';
import * as z from 'zod/mini';
import { columnsNotUnderstood } from './import.errors.ts';

/**
 * Reads the field `columns` before the file; null when there is none.
 * @throws AppError 400
 */
export function readImportForm(fields: Readonly<Record<string, string>>): ColumnMapping | null {
  const text = fields['columns'];
  if (text === undefined || text === '') return null;
  const parsed = z.safeParse(columnMappingSchema, parseJson(text));
  if (!parsed.success) throw columnsNotUnderstood();
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw columnsNotUnderstood();
  }
}
