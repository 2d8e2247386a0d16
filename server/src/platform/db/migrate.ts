import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../errors/app-error.ts';
import type { Db } from './database.ts';

const folder = path.join(import.meta.dirname, 'migrations');

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

function migratorOf(db: Db): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    // Branches choose their numbers before they land, in whatever order that happens.
    allowUnorderedMigrations: true,
  });
}

/** Names of the migrations that this program brings and the database lacks. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const known = await migratorOf(db).getMigrations();
  return known.filter((migration) => !migration.executedAt).map((migration) => migration.name);
}

/**
 * Brings the schema up to date; several processes may do so at once.
 * @returns the names of the migrations that were carried out
 * @throws StartError
 */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results } = await migratorOf(db).migrateToLatest();
  if (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The database schema could not be brought up to date: ${why}.`);
  }
  return (results ?? []).map((result) => result.migrationName);
}
