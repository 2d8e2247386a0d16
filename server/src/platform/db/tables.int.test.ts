import { generate, PostgresDialect } from 'kysely-codegen';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase, openTestDatabase } from '../testing/test-database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof openTestDatabase>['db'];
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  ({ db } = openTestDatabase(database.connectionString, 1));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const columns = './columns.ts';

/** `npm run tables` writes the file instead of comparing it. */
it('the types of the tables are those of the migrations', async () => {
  const types = await generate({
    db,
    dialect: new PostgresDialect({ partitions: true }),
    outFile: null,
    typeMapping: { timestamptz: 'Instant', jsonb: 'JsonText', int8: 'BigInteger' },
    customImports: { Instant: columns, JsonText: columns, BigInteger: columns },
  });
  await expect(types, 'stale: run npm run tables').toMatchFileSnapshot('tables.generated.ts');
});
