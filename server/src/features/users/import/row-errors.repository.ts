import type { ImportColumn, RowProblem } from '@prahari/contract';
import { sql } from 'kysely';
import { countRows } from '../../../platform/db/count-rows.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { RowFault } from './row.rules.ts';

export interface FailedRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly faults: readonly RowFault[];
}

export interface StoredRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly faults: readonly { column: ImportColumn; reason: RowProblem }[];
}

export async function insertRowErrors(
  trx: Trx,
  importId: string,
  failed: readonly FailedRow[],
): Promise<void> {
  if (failed.length === 0) return;
  await trx
    .insertInto('user_import_failed_rows')
    .values(
      failed.map(({ number, cells }) => ({
        import_id: importId,
        row: number,
        cells: [...cells],
      })),
    )
    .execute();
  const faults = failed.flatMap(({ number, faults }) =>
    faults.map(({ column, value, reason }) => ({
      import_id: importId,
      row: number,
      column_name: column,
      value,
      reason,
    })),
  );
  await trx
    .insertInto('user_import_errors')
    .values(faults)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listRowErrorPage(
  db: DbOrTrx,
  importId: string,
  window: { limit: number; offset: number },
) {
  const matching = db.selectFrom('user_import_errors').where('import_id', '=', importId);
  const rows = await matching
    .select(['row', 'column_name', 'value', 'reason'])
    .orderBy('row')
    .orderBy('column_name')
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { rows, total: await countRows(db, matching) };
}

/** Lists the failed rows after one, in the order of the file (keyset pagination). */
export async function listFailedRowsAfter(
  db: Db,
  importId: string,
  row: number,
  limit: number,
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    SELECT failed.row, failed.cells,
      (SELECT jsonb_agg(jsonb_build_object('column', column_name, 'reason', reason)
         ORDER BY column_name)
       FROM user_import_errors error
       WHERE error.import_id = failed.import_id AND error.row = failed.row) AS faults
    FROM user_import_failed_rows failed
    WHERE failed.import_id = ${importId}::uuid AND failed.row > ${row}
    ORDER BY failed.row LIMIT ${limit}`.execute(db);
  return rows;
}

/** Deletes the rows of imports that ended before `before`: they hold names and numbers. */
export async function purgeRowErrors(db: Db, before: Date): Promise<void> {
  for (const table of ['user_import_errors', 'user_import_failed_rows'] as const) {
    await db
      .deleteFrom(table)
      .where('import_id', 'in', (select) =>
        select.selectFrom('user_imports').select('id').where('updated_at', '<', before),
      )
      .execute();
  }
}
