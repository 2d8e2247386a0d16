import { openDatabase } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/embedded-postgres.ts';
import { migrate } from '../platform/db/migrate.ts';
import { watchDatabase } from '../platform/db/watch.ts';
import { createLog } from '../platform/log/log.ts';

/**
 * Makes the database of a data folder up to where nobody has started a server over it yet: what a first
 * start spends most on, for tests that start many.
 */
const [dataDir = ''] = process.argv.slice(2);
const log = createLog('warn');
const embedded = await startEmbeddedPostgres({ dataDir, log });
try {
  const { connectionString } = embedded;
  const watch = watchDatabase(connectionString, log);
  const { db } = openDatabase(connectionString, {
    poolSize: 1,
    watch,
    statementLimitMs: undefined,
  });
  await migrate(db);
  watch.stop();
  await db.destroy();
} finally {
  await embedded.stop();
}
