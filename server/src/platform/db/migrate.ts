import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../errors/app-error.ts';
import type { Db } from './database.ts';

const folder = path.join(import.meta.dirname, 'migrations');

/** Stands in a database while a copy is loaded into it, which makes it of no use until that is done. */
export const unfinishedCopyTable = 'unfinished_copy';

/** The first migration of versions from before the first release, which had other files. */
const unreleased = '0001_foundation';

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(path.join(folder, name), 'utf8');
    return [
      name.slice(0, -'.sql'.length),
      {
        async up(db) {
          await sql.raw(text).execute(db);
        },
      },
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}

function createMigrator(db: Db): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    // Branches choose their numbers before they land, which can be in any order.
    allowUnorderedMigrations: true,
  });
}

/** Lists the migrations that this program has and the database lacks. */
export async function listPendingMigrations(db: Db): Promise<string[]> {
  const known = await createMigrator(db).getMigrations();
  return known.filter((migration) => !migration.executedAt).map((migration) => migration.name);
}

/**
 * Refuses a database that this program can't bring up to date.
 * @throws StartError
 */
async function refuseUnfit(db: Db): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (tables.some(({ name }) => name === unfinishedCopyTable)) {
    throw new StartError(
      'A copy was being loaded into the database and did not arrive whole: load it again, or name another database.',
    );
  }
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return;
  const { rows } = await sql`
    SELECT FROM ${sql.table(DEFAULT_MIGRATION_TABLE)} WHERE name = ${unreleased}`.execute(db);
  if (rows.length === 0) return;
  throw new StartError(
    'The database is of a version from before the first release, and this version leaves it unchanged: start that version to export what you need, and start this one with another DATA_DIR or DATABASE_URL.',
  );
}

/**
 * Brings the schema up to date; several processes may do so at once.
 * @returns the names of the migrations that were carried out
 * @throws StartError
 */
export async function migrate(db: Db): Promise<string[]> {
  await refuseUnfit(db);
  const { error, results } = await createMigrator(db).migrateToLatest();
  if (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The database schema could not be brought up to date: ${why}.`);
  }
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * Brings an empty database to the schema that consists of exactly these migrations.
 * @param names in their order
 * @throws StartError where this program has not all of them, or others between them
 */
export async function migrateExactly(db: Db, names: readonly string[]): Promise<void> {
  const known = Object.keys(await readMigrations()).toSorted();
  const last = names.at(-1);
  const isKnown = names.every((name, at) => known[at] === name);
  if (last === undefined || !isKnown) {
    throw new StartError(
      'The copy was made by another version of Prahari, whose tables this one does not have: use that version, or a newer one.',
    );
  }
  const { error } = await createMigrator(db).migrateTo(last);
  if (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The tables could not be made: ${why}.`);
  }
}
