import path from 'node:path';
import { noteMoved, openDataFolder } from './data-folder.ts';
import { transactionColumns } from './features.ts';
import { type FoundationSettings, openDatabaseServer } from './foundation.ts';
import { describeAddress, openDatabaseSnapshot } from './platform/db/copy/database-copy.ts';
import { loadDatabase } from './platform/db/copy/load-database.ts';
import { StartError } from './platform/errors/app-error.ts';
import type { Log } from './platform/log/log.ts';

/**
 * Moves the embedded database to an empty one on a PostgreSQL of its own, while no server uses it.
 * The embedded one stays as it was, but no start goes on with it.
 * @param target the address of the empty database
 * @throws StartError and EmbeddedPostgresError, each with one sentence for the operator
 */
export async function moveDatabase(
  settings: Pick<FoundationSettings, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>,
  target: string,
  { log, say }: { readonly log: Log; readonly say: (line: string) => void },
): Promise<void> {
  if (settings.databaseUrl !== undefined) {
    throw new StartError(
      '--move-to moves the embedded database, and DATABASE_URL names another: unset it first.',
    );
  }
  if (!/^postgres(?:ql)?:\/\//.test(target)) {
    throw new StartError(
      '--move-to needs an address such as postgresql://user:password@host/database.',
    );
  }
  const shown = describeAddress(target);
  const dataDir = path.resolve(settings.dataDir);
  await openDataFolder(dataDir);
  const database = await openDatabaseServer(settings, { log });
  try {
    const copy = await openDatabaseSnapshot(database.connectionString, transactionColumns);
    try {
      await loadDatabase(copy, target, { log, say });
    } finally {
      await copy.close();
    }
    await noteMoved(dataDir, shown);
  } finally {
    await database.stop();
  }
  say(`The database was moved to ${shown}. From now on start Prahari with DATABASE_URL set to it.`);
}
