import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';

export const playbackStoppedChannel = 'playback_stopped';

/** PostgreSQL carries less than 8000 bytes in one message; an id takes 37. */
const idsInMessage = 200;

export function createStopsRepository() {
  return {
    /** Tells all processes, when the transaction commits. */
    async tellStopped(trx: Trx, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      const messages = [];
      for (let at = 0; at < ids.length; at += idsInMessage) {
        messages.push(ids.slice(at, at + idsInMessage).join(' '));
      }
      await sql`SELECT pg_notify(${playbackStoppedChannel}, message)
        FROM unnest(${messages}::text[]) AS message`.execute(trx);
    },

    /** Lists all that ended and whose paths would otherwise be good. */
    async allStopped(db: Db, now: Date): Promise<string[]> {
      const rows = await db
        .selectFrom('playback_sessions')
        .select('id')
        .where('expires_at', '>', now)
        .where('ended_at', 'is not', null)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}

export type StopsRepository = ReturnType<typeof createStopsRepository>;
