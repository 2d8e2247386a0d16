import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { computeSealedPrefix, type SealingKeys, seal, unseal } from './seal.ts';

/** A column of values that are sealed under the master key. */
export interface SealedColumn {
  /** Its name for operators: `content keys`. */
  readonly what: string;
  readonly table: string;
  readonly column: string;
  /** The part of its row that a value is bound to: `instance-secret:{name}`. */
  readonly context: string;
  /** Of a job: the values are base64url in this field of its data, and so is what `context` names. */
  readonly job?: { readonly name: string; readonly field: string };
}

const batchRows = 200;

/** Counts the values that are still sealed under another key than the current one. */
export async function countOutdated(
  db: Db,
  keys: SealingKeys,
  column: SealedColumn,
): Promise<number> {
  const { table, isOutdated } = buildSealedParts(keys, column);
  const { rows } = await sql<{ count: string }>`
    SELECT count(*) AS count FROM ${table} WHERE ${isOutdated}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Seals some values again under the current key, in one transaction. Skips rows that another
 * transaction has locked.
 * @returns how many
 * @throws UnsealError when a value can be opened with none of the keys
 */
export async function resealSome(db: Db, keys: SealingKeys, column: SealedColumn): Promise<number> {
  const { table, value, context, isOutdated, changed } = buildSealedParts(keys, column);
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ at: string; tableId: string; sealed: Buffer; context: string }>`
      SELECT ctid::text AS at, tableoid::text AS "tableId", ${value} AS sealed, ${context} AS context
      FROM ${table} WHERE ${isOutdated} LIMIT ${batchRows} FOR UPDATE SKIP LOCKED`.execute(trx);
    for (const { at, tableId, sealed, context: boundTo } of rows) {
      const fresh = seal(keys, unseal(keys, sealed, boundTo), boundTo);
      await sql`UPDATE ${table} SET ${changed(fresh)}
        WHERE ctid = ${at}::tid AND tableoid = ${tableId}::oid`.execute(trx);
    }
    return rows.length;
  });
}

/** Builds the SQL by which the values of a column are found. */
export function buildSealedParts(keys: SealingKeys, { table, column, context, job }: SealedColumn) {
  const ref = sql.ref(column);
  const prefix = computeSealedPrefix(keys.current());
  const value: RawBuilder<unknown> = job
    ? sql`decode(translate(${ref} ->> ${sql.lit(job.field)}, '-_', '+/')
        || repeat('=', (4 - length(${ref} ->> ${sql.lit(job.field)}) % 4) % 4), 'base64')`
    : ref;
  const isOurs: RawBuilder<unknown> = job
    ? sql`name = ${sql.lit(job.name)} AND state < 'completed' AND`
    : sql``;
  return {
    table: sql.table(table),
    value,
    isOurs,
    context: contextSql(context, job ? (name) => sql`${ref} ->> ${sql.lit(name)}` : sql.ref),
    isOutdated: sql`${isOurs} substring(${value} from 1 for ${prefix.length}) <> ${prefix}`,
    changed: (fresh: Buffer): RawBuilder<unknown> =>
      job
        ? sql`${ref} = jsonb_set(${ref}::jsonb, ${sql.lit(`{${job.field}}`)}, to_jsonb(${fresh.toString('base64url')}::text))`
        : sql`${ref} = ${fresh}`,
  };
}

/** Translates `a:{b}` to `'a:' || b::text`. */
function contextSql(
  template: string,
  fieldOf: (name: string) => RawBuilder<unknown>,
): RawBuilder<string> {
  const parts = template.split(/\{(\w+)\}/).map((part, at) => {
    return at % 2 === 0 ? sql`${sql.lit(part)}` : sql`(${fieldOf(part)})::text`;
  });
  return sql<string>`${sql.join(parts, sql` || `)}`;
}
