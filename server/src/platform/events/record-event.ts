import type { EventCatalogue, EventName } from '@prahari/contract';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { DbOrTrx } from '../db/database.ts';

/**
 * Records an event; pass the transaction of its cause, so that both commit or roll back together.
 */
export async function recordEvent<Name extends EventName>(
  db: DbOrTrx,
  name: Name,
  data: EventCatalogue[Name],
  happenedAt: Date,
): Promise<void> {
  await recordEvents(db, name, [data], happenedAt);
}

/** Records many events of one name with one statement. */
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

/** An event as a part of a larger statement. */
export interface EventRow {
  readonly id: string;
  readonly name: EventName;
  readonly data: string;
}

export function createEventRow<Name extends EventName>(
  name: Name,
  data: EventCatalogue[Name],
): EventRow {
  return { id: uuidv7(), name, data: JSON.stringify(data) };
}

/** Records events as a part of the statement that causes them. */
export function insertEventsSql(rows: readonly EventRow[], happenedAt: Date): RawBuilder<unknown> {
  return sql`INSERT INTO events (id, name, data, happened_at)
    SELECT id, name, data, ${happenedAt}::timestamptz FROM unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ data }) => data)}::jsonb[]) AS fact (id, name, data)`;
}
