import type { EventCatalogue, EventName } from '@prahari/contract';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '../db/database.ts';
import { createEventRow, type EventRow } from './event-row.ts';

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
  await insertEventsSql(all.map((data) => createEventRow(name, data, happenedAt))).execute(db);
}

/** Records events as a part of the statement that causes them. */
export function insertEventsSql(rows: readonly EventRow[]): RawBuilder<unknown> {
  return sql`INSERT INTO events (id, name, data, happened_at, user_id, session_id, device_id,
      address, country, severity)
    SELECT id, name, data, happened_at, user_id, session_id, device_id, address, country, severity
    FROM unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ data }) => data)}::jsonb[],
      ${rows.map(({ happenedAt }) => happenedAt)}::timestamptz[],
      ${rows.map(({ userId }) => userId)}::uuid[],
      ${rows.map(({ sessionId }) => sessionId)}::uuid[],
      ${rows.map(({ deviceId }) => deviceId)}::text[],
      ${rows.map(({ address }) => address)}::text[],
      ${rows.map(({ country }) => country)}::text[],
      ${rows.map(({ severity }) => severity)}::text[]
    ) AS fact (id, name, data, happened_at, user_id, session_id, device_id, address, country,
      severity)`;
}
