import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { from } from 'pg-copy-streams';
import { StartError } from '../../errors/app-error.ts';
import type { Log } from '../../log/log.ts';
import { checkDatabase, openDatabase } from '../database.ts';
import { migrateExactly, unfinishedCopyTable } from '../migrate.ts';
import { watchDatabase } from '../watch.ts';
import { connectForCopy, type DatabaseCopy, nameTable } from './database-copy.ts';

/**
 * Fills an empty database with a copy. Its rows come in one transaction: killed before that ends,
 * the database holds none, and the next try begins again.
 * @param say is told of each table
 * @throws StartError for a database that holds anything, or a copy that this program can't read
 */
export async function loadDatabase(
  copy: DatabaseCopy,
  connectionString: string,
  { log, say }: { readonly log: Log; readonly say: (line: string) => void },
): Promise<void> {
  await makeSchema(copy.description.migrations, connectionString, log);
  const client = await connectForCopy(connectionString);
  try {
    const found = await client.query(`SELECT FROM pg_namespace WHERE nspname = 'pgboss'`);
    if (found.rowCount === 0) await client.query(getConstructionPlans('pgboss'));
    await client.query('BEGIN');
    await fillTables(copy, client, say);
    await client.query(`DROP TABLE ${unfinishedCopyTable}`);
    await client.query('COMMIT');
    const names = copy.description.tables.map((table) => nameTable(client, table));
    await client.query(`ANALYZE ${names.join(', ')}`);
  } finally {
    await client.end();
  }
}

/** Makes the tables as the copy had them, in an empty database or where an earlier try ended. */
async function makeSchema(
  migrations: readonly string[],
  connectionString: string,
  log: Log,
): Promise<void> {
  const watch = watchDatabase(connectionString, log);
  const { db, pool } = openDatabase(connectionString, {
    poolSize: 1,
    statementLimitMs: undefined,
    watch,
  });
  try {
    await checkDatabase(pool);
    const { rows } = await sql<{ name: string }>`
      SELECT tablename::text AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(db);
    if (rows.length > 0 && !rows.some(({ name }) => name === unfinishedCopyTable)) {
      throw new StartError(
        'The database is not empty, and a copy would replace what it holds: name an empty database, or an empty DATA_DIR.',
      );
    }
    // Servers refuse to start on it.
    await pool.query(
      `CREATE TABLE IF NOT EXISTS ${unfinishedCopyTable} (begun_at timestamptz DEFAULT now())`,
    );
    await migrateExactly(db, migrations);
  } finally {
    await db.destroy();
    watch.stop();
  }
}

async function fillTables(
  copy: DatabaseCopy,
  client: pg.Client,
  say: (line: string) => void,
): Promise<void> {
  const { tables, partitions, sequences } = copy.description;
  const keys = await dropForeignKeys(client);
  const names = tables.map((table) => nameTable(client, table));
  // What they would do was done where the rows come from.
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${names.join(', ')}`);
  for (const { name, parent, bounds } of partitions) {
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${client.escapeIdentifier(name)}
       PARTITION OF ${client.escapeIdentifier(parent)} ${bounds}`,
    );
  }
  for (const table of tables) {
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const into = client.query(from(`COPY ${nameTable(client, table)} (${columns}) FROM STDIN`));
    await pipeline(await copy.readTable(table), into);
    const expected = copy.countRows(table);
    if (into.rowCount !== expected) {
      throw new StartError(
        `${table.name} came with ${into.rowCount} rows of ${expected}: the copy is not whole, and nothing was kept of it.`,
      );
    }
    if (expected > 0) say(`${table.name}: ${expected} rows`);
  }
  for (const sequence of sequences) {
    await client.query('SELECT setval($1::regclass, $2::bigint)', [
      nameTable(client, sequence),
      sequence.value,
    ]);
  }
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  for (const statement of keys) await client.query(statement);
}

/** Drops foreign keys, since tables come in the order of their names. @returns what makes them again */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
         pg_get_constraintdef(pg_constraint.oid)) AS make
     FROM pg_constraint JOIN pg_namespace ON pg_namespace.oid = connamespace
     WHERE contype = 'f' AND conparentid = 0 AND nspname IN ('public', 'pgboss')`,
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ make }) => make);
}
