import type { Readable } from 'node:stream';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import * as z from 'zod/mini';

/** A column with the number of a transaction, which has a meaning in its own database server only. */
export interface TransactionColumn {
  readonly table: string;
  readonly column: string;
}

export const databaseDescription = z.object({
  /** Migrations that its schema consists of, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })),
  /** `bounds` as in CREATE TABLE … PARTITION OF. */
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bounds: z.string() })),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
});
export type DatabaseDescription = z.infer<typeof databaseDescription>;
export type CopiedTable = DatabaseDescription['tables'][number];

/** All rows of a database as they were at one moment, wherever they lie. */
export interface DatabaseCopy {
  readonly description: DatabaseDescription;
  /** Reads the rows of one table in the text format of COPY; one table at a time. */
  readTable(table: CopiedTable): Promise<Readable>;
  /** @returns how many rows the table has, once all of them were read */
  countRows(table: CopiedTable): number;
  close(): Promise<void>;
}

/** Tables of the queue that hold work; the others are its own statistics. */
const queueTables = ['queue', 'schedule', 'subscription', 'job', 'job_dependency'];

/** Made by migrations themselves. */
const migrationTables = [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE];

/** How values are written as text, so that every server reads them alike. */
const plainFormats = `SET client_encoding = 'UTF8'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres';
  SET extra_float_digits = 3; SET TimeZone = 'UTC'`;

/** Connects for a copy: no limit of time, and values in plain formats. */
export async function connectForCopy(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'prahari-copy' });
  await client.connect();
  await client.query(plainFormats);
  return client;
}

/**
 * Takes all rows as they are at this moment, while others go on writing. Transaction numbers are
 * counted backwards from this moment, so that they lie before all of the server that the rows come
 * to, in the same order. Left out are unlogged tables, which may be lost at any time.
 */
export async function openDatabaseSnapshot(
  connectionString: string,
  transactionColumns: readonly TransactionColumn[],
): Promise<DatabaseCopy> {
  const client = await connectForCopy(connectionString);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const description = await describeDatabase(client);
    const next = await client.query<{ id: string }>(
      'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS id',
    );
    const present = BigInt(next.rows[0]?.id ?? 0);
    const counts = new Map<CopiedTable, { readonly rowCount: number }>();
    return {
      description,
      async readTable(table) {
        const own = transactionColumns.filter(({ table: of }) => of === table.name);
        const columns = table.columns.map((name) => {
          const quoted = client.escapeIdentifier(name);
          return own.some(({ column }) => column === name) ? `${quoted} - ${present}` : quoted;
        });
        const rows = `SELECT ${columns.join(', ')} FROM ${nameTable(client, table)}`;
        const stream = client.query(to(`COPY (${rows}) TO STDOUT`));
        counts.set(table, stream);
        return stream;
      },
      countRows: (table) => counts.get(table)?.rowCount ?? 0,
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Writes an address for people, without its password. */
export function describeAddress(connectionString: string): string {
  const { host, port, database = '' } = new pg.Client({ connectionString });
  return `${host}:${port}/${database}`;
}

/** Writes a table's name for a statement. */
export function nameTable(
  client: pg.Client,
  { schema, name }: Pick<CopiedTable, 'schema' | 'name'>,
): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
}

async function describeDatabase(client: pg.Client): Promise<DatabaseDescription> {
  const migrations = await client.query<{ name: string }>(
    `SELECT name FROM ${DEFAULT_MIGRATION_TABLE} ORDER BY name`,
  );
  const tables = await client.query<CopiedTable>(
    `SELECT nspname AS schema, relname AS name,
       array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class
     JOIN pg_namespace ON pg_namespace.oid = relnamespace
     JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
       AND attgenerated = ''
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND relpersistence = 'p'
       AND (nspname = 'public' AND relname <> ALL ($1::text[])
         OR nspname = 'pgboss' AND relname = ANY ($2::text[]))
     GROUP BY nspname, relname ORDER BY nspname, relname`,
    [migrationTables, queueTables],
  );
  const partitions = await client.query<DatabaseDescription['partitions'][number]>(
    `SELECT child.relname AS name, parent.relname AS parent,
       pg_get_expr(child.relpartbound, child.oid) AS bounds
     FROM pg_inherits
     JOIN pg_class AS child ON child.oid = inhrelid
     JOIN pg_class AS parent ON parent.oid = inhparent
     WHERE child.relispartition AND parent.relnamespace = 'public'::regnamespace
       AND parent.relkind = 'p'
     ORDER BY child.relname`,
  );
  const sequences = await client.query<DatabaseDescription['sequences'][number]>(
    `SELECT schemaname AS schema, sequencename AS name, last_value::text AS value
     FROM pg_sequences
     WHERE schemaname IN ('public', 'pgboss') AND last_value IS NOT NULL
     ORDER BY schemaname, sequencename`,
  );
  return {
    migrations: migrations.rows.map(({ name }) => name),
    tables: tables.rows,
    partitions: partitions.rows,
    sequences: sequences.rows,
  };
}
