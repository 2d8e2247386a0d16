import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { createPreparingPool } from './prepared-statements.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Kysely<{ things: { id: number; name: string } }>;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  const { pool } = openTestDatabase(database.connectionString, 1);
  db = new Kysely({ dialect: new PostgresDialect({ pool: createPreparingPool(pool) }) });
  await sql`CREATE TABLE things (id int PRIMARY KEY, name text NOT NULL)`.execute(db);
  await sql`INSERT INTO things VALUES (1, 'one'), (2, 'two')`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const prepared = async () => {
  const { rows } = await sql<{ statement: string }>`
    SELECT statement FROM pg_prepared_statements ORDER BY prepare_time`.execute(db);
  return rows.map(({ statement }) => statement);
};
const nameOf = (id: number) =>
  db.selectFrom('things').select('name').where('id', '=', id).executeTakeFirst();

it('prepares what comes again and again, with the same answers', async () => {
  for (let turn = 0; turn < 5; turn += 1) await nameOf(1);
  expect(await prepared()).toEqual([]);
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await nameOf(1)).toEqual({ name: 'one' });
    expect(await nameOf(2)).toEqual({ name: 'two' });
    expect(await nameOf(3)).toBeUndefined();
  }
  expect(await prepared()).toEqual(['select "name" from "things" where "id" = $1']);
  await db.transaction().execute(async (trx) => {
    const change = await trx
      .updateTable('things')
      .set({ name: 'two' })
      .where('id', '=', 2)
      .executeTakeFirst();
    expect(change.numUpdatedRows).toBe(1n);
  });
});

it('leaves alone what names no columns, so that a new one breaks nothing', async () => {
  const all = () => db.selectFrom('things').selectAll().where('id', '=', 1).executeTakeFirst();
  for (let turn = 0; turn < 8; turn += 1) await all();
  await sql`ALTER TABLE things ADD COLUMN note text DEFAULT 'new'`.execute(db);
  expect(await all()).toMatchObject({ name: 'one', note: 'new' });
});

it('has pages and counts planned for what they ask', async () => {
  const before = await prepared();
  const found = db.selectFrom('things').where('id', '>', 0);
  for (let turn = 0; turn < 8; turn += 1) {
    await found.select('name').orderBy('name').limit(10).execute();
    await found.select(({ fn }) => fn.countAll().as('total')).execute();
    await found.select('id').where('name', 'ilike', '%o%').execute();
  }
  expect(await prepared()).toEqual(before);
});

it('keeps a limited number, the latest ones', async () => {
  for (let kind = 0; kind < 130; kind += 1) {
    for (let turn = 0; turn < 6; turn += 1) {
      await sql`SELECT ${sql.raw(`'kind ${kind}'`)}, ${turn}::int`.execute(db);
    }
  }
  const held = await prepared();
  expect(held.length).toBeLessThanOrEqual(121);
  expect(held.at(-1)).toContain('kind 129');
  expect(await nameOf(1)).toEqual({ name: 'one' });
});
