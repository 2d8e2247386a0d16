import type { EventCatalogue, EventName } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../db/database.ts';
import { gather } from '../gather/gather.ts';
import { insertEvents, type NewEvent } from './record-event.ts';

/**
 * Writes facts that are no part of a transaction, those of several requests in one statement. The
 * fact is committed when the promise resolves: to be awaited before the answer goes out.
 */
export function createEventGatherer(db: Db) {
  const write = gather(async (events: readonly NewEvent[]) => {
    await insertEvents(db, events);
    return events;
  });
  return async <Name extends EventName>(
    name: Name,
    data: EventCatalogue[Name],
    happenedAt: Date,
  ): Promise<void> => {
    await write({ id: uuidv7(), name, data: JSON.stringify(data), happened_at: happenedAt });
  };
}
