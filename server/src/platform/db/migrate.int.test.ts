import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { StartError } from '../errors/app-error.ts';
import { createTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { listPendingMigrations, migrate } from './migrate.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof openTestDatabase>['db'];
beforeEach(async () => {
  database = await createTestDatabase(inject('databaseServer'), 'template0');
  ({ db } = openTestDatabase(database.connectionString, 1));
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

const files = async () => {
  const names = await readdir(path.join(import.meta.dirname, 'migrations'));
  return names.map((name) => name.replace(/\.sql$/, '')).toSorted();
};

it('an empty database gets every migration once, and the rows that are there from the start', async () => {
  expect(await listPendingMigrations(db)).toEqual(await files());
  expect(await migrate(db)).toEqual(await files());
  expect(await listPendingMigrations(db)).toEqual([]);
  expect(await migrate(db)).toEqual([]);
  const one = { count: '1' };
  const count = sql<{ count: string }>`SELECT count(*) FROM system_config, write_probe`;
  expect((await count.execute(db)).rows).toEqual([one]);
});

it('a database from before the first release is left as it is, with a word on what to do', async () => {
  await sql`CREATE TABLE kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255))`.execute(
    db,
  );
  await sql`INSERT INTO kysely_migration VALUES ('0001_foundation', ''), ('0079_bound_sessions', '')`.execute(
    db,
  );
  await sql`CREATE TABLE users (id uuid PRIMARY KEY)`.execute(db);
  const look = () => db.introspection.getTables({ withInternalKyselyTables: true });
  const before = await look();
  const refusal: unknown = await migrate(db).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(String(refusal)).toMatch(
    /before the first release.* start that version to export .* another DATA_DIR/,
  );
  expect(await look()).toEqual(before);
});
