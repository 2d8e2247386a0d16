import type { EventCatalogue, EventName } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { DbOrTrx } from '../db/database.ts';

/** Writes a fact; pass the transaction of what caused it, so that both stand or fall together. */
export async function recordEvent<Name extends EventName>(
  db: DbOrTrx,
  name: Name,
  data: EventCatalogue[Name],
  happenedAt: Date,
): Promise<void> {
  await recordEvents(db, name, [data], happenedAt);
}

/** Writes many facts of one name at once. */
export async function recordEvents<Name extends EventName>(
  db: DbOrTrx,
  name: Name,
  all: readonly EventCatalogue[Name][],
  happenedAt: Date,
): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map((data) => ({ id: uuidv7(), name, data: JSON.stringify(data) }));
  await db
    .insertInto('events')
    .values(rows.map((row) => ({ ...row, happened_at: happenedAt })))
    .execute();
}
