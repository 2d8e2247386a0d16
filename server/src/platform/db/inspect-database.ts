import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Describes the database, and what the role of this server may do in it. */
export async function describeDatabase(db: Db): Promise<{
  readonly version: string;
  readonly isSuperuser: boolean;
  readonly mayCreateRoles: boolean;
  readonly isEncrypted: boolean;
  readonly isLocal: boolean;
}> {
  const { rows } = await sql<{
    version: string;
    isSuperuser: boolean;
    mayCreateRoles: boolean;
    isEncrypted: boolean;
    isLocal: boolean;
  }>`SELECT current_setting('server_version') AS version,
      role.rolsuper AS "isSuperuser",
      role.rolcreaterole AS "mayCreateRoles",
      coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "isEncrypted",
      inet_server_addr() IS NULL OR inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1'
        AS "isLocal"
    FROM pg_roles AS role WHERE role.rolname = current_user`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('the database does not know the role of this connection');
  return found;
}

class Undone extends Error {}

/**
 * Tells whether the database refuses to change and to remove rows of a table: tried on no row, in
 * transactions that are rolled back.
 */
export async function refusesChanges(db: Db, table: string, column: string): Promise<boolean> {
  const target = sql.table(table);
  const ref = sql.ref(column);
  for (const change of [
    sql`UPDATE ${target} SET ${ref} = ${ref} WHERE false`,
    sql`DELETE FROM ${target} WHERE false`,
  ]) {
    const isDone = await db
      .transaction()
      .execute(async (trx) => {
        await change.execute(trx);
        throw new Undone();
      })
      .catch((error: unknown) => error instanceof Undone);
    if (isDone) return false;
  }
  return true;
}

/** A table in which something is recorded, with the column that says when. */
export interface RecordTable {
  /** Its name for operators. */
  readonly where: string;
  readonly table: string;
  readonly at: string;
}

const mostRows = 5000;

/** Counts the latest rows in which one of these texts occurs anywhere, of at most 5,000. */
export async function countMentions(
  db: Db,
  { where, table, at }: RecordTable,
  texts: readonly string[],
  since: Date,
): Promise<{ readonly where: string; readonly count: number }> {
  const occurs = texts.map((text) => sql`position(${text} in line) > 0`);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT record::text AS line FROM ${sql.table(table)} AS record
      WHERE ${sql.ref(at)} >= ${since} ORDER BY ${sql.ref(at)} DESC LIMIT ${sql.lit(mostRows)}
    ) AS latest WHERE ${sql.join(occurs, sql` OR `)}`.execute(db);
  return { where, count: rows[0]?.count ?? 0 };
}

/** Finds the time of the oldest row; null where there is none. */
export async function findOldest(
  db: Db,
  { table, at }: Pick<RecordTable, 'table' | 'at'>,
): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    SELECT min(${sql.ref(at)}) AS oldest FROM ${sql.table(table)}`.execute(db);
  return rows[0]?.oldest ?? null;
}
