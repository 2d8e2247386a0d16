import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { buildSealedParts, type SealedColumn } from './reseal.ts';
import { computeSealedPrefix, type SealingKeys } from './seal.ts';

export interface SealedCount {
  readonly what: string;
  readonly sealed: number;
  readonly unsealed: number;
}

/** Key id, initialisation vector and tag: nothing shorter is sealed. */
const leastBytes = 33;

/**
 * Counts the values of a column that are sealed under one of these keys, and those that are not:
 * they can be read by everyone who reads the database, or not at all.
 */
export async function countSealedValues(
  db: Db,
  keys: SealingKeys,
  column: SealedColumn,
): Promise<SealedCount> {
  const { table, value, isOurs } = buildSealedParts(keys, column);
  const prefixes = keys.all().map((key) => sql`${computeSealedPrefix(key)}`);
  const isSealed = sql`octet_length(${value}) >= ${sql.lit(leastBytes)}
    AND (substring(${value} from 1 for 5) IN (${sql.join(prefixes)}) OR get_byte(${value}, 0) = 1)`;
  const { rows } = await sql<{ sealed: number; unsealed: number }>`
    SELECT count(*) FILTER (WHERE ${isSealed})::int AS sealed,
      count(*) FILTER (WHERE NOT (${isSealed}))::int AS unsealed
    FROM ${table} WHERE ${isOurs} ${value} IS NOT NULL`.execute(db);
  return { what: column.what, sealed: rows[0]?.sealed ?? 0, unsealed: rows[0]?.unsealed ?? 0 };
}

/** Counts initialisation vectors that several values share which one key sealed. */
export async function countRepeatedIvs(
  db: Db,
  keys: SealingKeys,
  columns: readonly SealedColumn[],
): Promise<number> {
  const heads = columns.map((column) => {
    const { table, value, isOurs } = buildSealedParts(keys, column);
    return sql`SELECT substring(${value} from 1 for 17) AS head FROM ${table}
      WHERE ${isOurs} ${value} IS NOT NULL AND get_byte(${value}, 0) = 2`;
  });
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT head FROM (${sql.join(heads, sql` UNION ALL `)}) AS heads
      GROUP BY head HAVING count(*) > 1
    ) AS repeated`.execute(db);
  return rows[0]?.count ?? 0;
}
