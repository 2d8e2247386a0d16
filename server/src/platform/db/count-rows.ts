import { type SelectQueryBuilder, sql } from 'kysely';
import type { DbOrTrx } from './database.ts';

/** Counts the rows that a query finds, without reading the columns it selects. */
export async function countRows<DB, Table extends keyof DB, Row>(
  db: DbOrTrx,
  found: SelectQueryBuilder<DB, Table, Row>,
): Promise<number> {
  const rows = found.clearSelect().select(sql.lit(1).as('one'));
  const { total } = await db
    .selectFrom(rows.as('found'))
    .select((select) => select.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Counts the rows that a query finds, and stops at `most`. */
export async function countRowsUpTo<DB, Table extends keyof DB, Row>(
  db: DbOrTrx,
  found: SelectQueryBuilder<DB, Table, Row>,
  most: number,
): Promise<number> {
  return countRows(db, found.limit(most));
}
