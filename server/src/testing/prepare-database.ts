import { openDatabase } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/embedded-postgres.ts';
import { migrate } from '../platform/db/migrate.ts';
import { watchDatabase } from '../platform/db/watch.ts';
import { createLog } from '../platform/log/log.ts';

/**
 * Creates and migrates the database of a data folder, which is most of the work of a first start, for
 * tests that start many servers.
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
