import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { Tables } from './tables.ts';

/** A table and one of its columns. */
export type TableColumn = {
  [Name in keyof Tables]: {
    readonly table: Name;
    readonly column: keyof Tables[Name] & string;
  };
}[keyof Tables];

/**
 * Deletes up to `atMost` rows whose `column` lies before a moment, the oldest first. Skips rows
 * that another transaction has locked, so that cleaning waits for no other work.
 * @param before as the column has it: an instant, or a number such as milliseconds since 1970
 * @returns how many were deleted
 */
export async function deleteSome(
  db: Db,
  from: TableColumn,
  before: Date | number,
  atMost: number,
): Promise<number> {
  const table = sql.table(from.table);
  const column = sql.ref(from.column);
  const { numAffectedRows } = await sql`
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${column} < ${before}
      ORDER BY ${column} LIMIT ${atMost} FOR UPDATE SKIP LOCKED
    ))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
