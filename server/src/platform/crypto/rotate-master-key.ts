import { appendFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { StartError } from '../errors/app-error.ts';
import {
  findMasterKeyFile,
  formatMasterKeys,
  generateMasterKey,
  loadMasterKeys,
  type MasterKeyPlace,
  seenWithinMs,
  writeMasterKeys,
} from './master-key.ts';
import { countOutdated, resealSome, type SealedColumn } from './reseal.ts';
import { createFixedKeys } from './seal.ts';

/** How long to wait for rows locked by others, and for earlier transactions. */
const patienceMs = 10 * 60_000;
const pollMs = 250;

export interface Rotation {
  readonly db: Db;
  readonly place: MasterKeyPlace;
  readonly columns: readonly SealedColumn[];
  say(line: string): void;
  /** Waits until running processes have asked for new wrapped keys; undefined: as long as that takes. */
  untilSeen?(): Promise<unknown>;
}

/** Describes what a rotation would do. */
export async function describeRotation({ db, place, columns, say }: Rotation): Promise<void> {
  const [key, ...former] = await loadMasterKeys(place);
  if (!key) return;
  say(
    former.length > 0 ? 'A rotation was started but not finished.' : 'No rotation is in progress.',
  );
  // Before the rotation, every value counts as outdated: none is sealed under the new key.
  const keys = createFixedKeys(former.length > 0 ? key : generateMasterKey());
  for (const column of columns) {
    say(`  ${await countOutdated(db, keys, column)} ${column.what} to be sealed again`);
  }
  say('Nothing was changed.');
}

/**
 * Makes a new master key, seals everything again under it and removes the former one from the key
 * file. Until then the file holds both, so that running processes can open everything. If it is
 * interrupted, the next call continues where it stopped.
 * @throws StartError, UnsealError
 */
export async function rotateMasterKey({
  db,
  place,
  columns,
  say,
  untilSeen = () => delay(seenWithinMs),
}: Rotation): Promise<void> {
  if (place.wrapped !== undefined) {
    throw new StartError(
      'A key in MASTER_KEY_WRAPPED can not be rotated: put it into a file, and set MASTER_KEY_FILE to that.',
    );
  }
  const file = findMasterKeyFile(place);
  let known = await loadMasterKeys(place);
  if (known.length > 1) say('Continuing the rotation that was started.');
  else {
    known = [generateMasterKey(), ...known];
    await writeMasterKeys(place, known).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof StartError) throw error;
      throw new StartError(`The master key ${file} can't be written (${error.code}).`);
    });
    say(`A new master key is in ${file}, before the old one.`);
  }
  // Running processes ask the service for the new key first; files they see at once.
  if (place.wrapper) await untilSeen();
  const [current, ...former] = known;
  if (!current) throw new StartError(`The master key ${file} is empty.`);
  const keys = createFixedKeys(current, ...former);
  for (const column of columns) await resealAll(column);
  // A transaction that sealed under the former key may commit only now.
  await transactionsOfBefore(db);
  for (const column of columns) await resealAll(column);

  const formerFile = `${file}.former`;
  const lines = await formatMasterKeys(place, former);
  await appendFile(formerFile, lines, { mode: 0o600, flush: true });
  await writeMasterKeys(place, [current]);
  say('Done. Nothing is sealed with the old key any more.');
  say(`Copy ${file} to where you keep its backups. Older backups of the database still need`);
  say(`the old key, now in ${formerFile}. Keep it with them, and destroy both together.`);

  async function resealAll(column: SealedColumn): Promise<void> {
    const until = Date.now() + patienceMs;
    let count = 0;
    for (;;) {
      const done = await resealSome(db, keys, column);
      count += done;
      if (done > 0) say(`  ${count} ${column.what} sealed again`);
      else if ((await countOutdated(db, keys, column)) === 0) return;
      else if (Date.now() > until) throw new StartError(`Some ${column.what} stay locked.`);
      else await delay(pollMs);
    }
  }
}

async function transactionsOfBefore(db: Db): Promise<void> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db);
  const now = rows[0]?.now;
  const until = Date.now() + patienceMs;
  for (;;) {
    const older = await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND pid <> pg_backend_pid() AND xact_start < ${now} LIMIT 1`.execute(db);
    if (older.rows.length === 0) return;
    if (Date.now() > until) throw new StartError('A transaction of long ago does not end.');
    await delay(pollMs);
  }
}
