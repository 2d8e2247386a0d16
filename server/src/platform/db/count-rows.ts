import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
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

/**
 * Counts events of each of some days, in one query that reads at most `most` rows of a day.
 * @param starts when each day begins, the oldest first; the last one lasts until now
 * @param select selects the events between two moments, such as with an index over them
 */
export async function countOfDays(
  db: DbOrTrx,
  starts: readonly Date[],
  select: (from: RawBuilder<Date>, to: RawBuilder<Date>) => RawBuilder<unknown>,
  most: number,
): Promise<number[]> {
  const events = select(sql<Date>`begins`, sql<Date>`ends`);
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*)::int FROM (${events} LIMIT ${most}) AS found) AS count
    FROM (
      SELECT begins, coalesce(lead(begins) OVER (ORDER BY begins), 'infinity') AS ends
      FROM unnest(${starts.map((start) => start.toISOString())}::timestamptz[]) AS begins
    ) AS day
    ORDER BY begins`.execute(db);
  return rows.map(({ count }) => count);
}
