import { pathToFileURL } from 'node:url';
import { systemClock } from '../../../platform/clock/clock.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { watchDatabase } from '../../../platform/db/watch.ts';
import { createLog } from '../../../platform/log/log.ts';
import { nobodyHides, nowhere } from './engine.fixture.ts';
import { watchEvents } from './watch-events.usecases.ts';

/** Watches the events of a database, as a process that is killed would. */
async function watchAlone(connectionString: string): Promise<void> {
  const log = createLog('error');
  const watch = watchDatabase(connectionString, log);
  const { db } = openDatabase(connectionString, {
    poolSize: 4,
    watch,
    statementLimitMs: undefined,
  });
  await watchEvents({
    db,
    clock: systemClock,
    log,
    notifications: { on: () => undefined, onConnect: () => undefined },
    locator: nowhere,
    anonymisers: nobodyHides,
    enqueueActions: async () => undefined,
  });
  process.stdout.write('watching\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await watchAlone(process.argv[2] ?? '');
}
