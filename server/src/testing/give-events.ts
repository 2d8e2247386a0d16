import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { DbOrTrx } from '../platform/db/database.ts';

export interface GivenEvent {
  readonly name: string;
  readonly userId?: string;
  readonly address?: string;
  readonly sessionId?: string;
  readonly country?: string;
  readonly data?: Record<string, unknown>;
  readonly at?: Date;
}

/** Records events as features do, in one statement. */
export async function giveEvents(db: DbOrTrx, events: readonly GivenEvent[]): Promise<string[]> {
  const rows = events.map((event) => ({ id: uuidv7(), at: new Date(), data: {}, ...event }));
  await sql`INSERT INTO events (id, name, data, happened_at, user_id, address,
      session_id, country)
    SELECT id, name, data, at, "userId", address, "sessionId", country
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS given (id uuid, name text, data jsonb, at timestamptz, "userId" uuid, address text,
        "sessionId" uuid, country text)`.execute(db);
  return rows.map(({ id }) => id);
}
