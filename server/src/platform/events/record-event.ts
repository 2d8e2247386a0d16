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
  await db
    .insertInto('events')
    .values({ id: uuidv7(), name, data: JSON.stringify(data), happened_at: happenedAt })
    .execute();
}
