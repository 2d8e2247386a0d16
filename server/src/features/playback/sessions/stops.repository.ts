import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { nameOfPair, type StoppedPair } from './stops.rules.ts';

export const playbackStoppedChannel = 'playback_stopped';
export const playbackResumedChannel = 'playback_resumed';

export function createStopsRepository() {
  async function notify(db: DbOrTrx, channel: string, pairs: readonly StoppedPair[]) {
    if (pairs.length === 0) return;
    const names = pairs.map(nameOfPair);
    await sql`SELECT pg_notify(${channel}, name) FROM unnest(${names}::text[]) AS name`.execute(db);
  }

  return {
    /** Tells every process; the messages go out when the transaction commits. */
    tellStopped: (trx: Trx, pairs: readonly StoppedPair[]) =>
      notify(trx, playbackStoppedChannel, pairs),
    tellResumed: (trx: Trx, pair: StoppedPair) => notify(trx, playbackResumedChannel, [pair]),

    /** Whether the last play of that sign-in and video was ended by force. */
    async isStopped(db: DbOrTrx, { sessionId, videoId }: StoppedPair): Promise<boolean> {
      const last = await db
        .selectFrom('playback_sessions')
        .select('ended_cause')
        .where('session_id', '=', sessionId)
        .where('video_id', '=', videoId)
        // What is only open ahead of a click says nothing.
        .where(({ or, eb }) =>
          or([eb('started_at', 'is not', null), eb('ended_cause', 'is not', null)]),
        )
        .orderBy('opened_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return last?.ended_cause === 'moved' || last?.ended_cause === 'terminated';
    },

    /** All that is stopped and whose paths would otherwise be good. */
    async allStopped(db: Db, now: Date): Promise<StoppedPair[]> {
      const { rows } = await sql<StoppedPair>`
        SELECT session_id AS "sessionId", video_id AS "videoId" FROM (
          SELECT DISTINCT ON (session_id, video_id) session_id, video_id, ended_cause
          FROM playback_sessions
          WHERE expires_at > ${now} AND (started_at IS NOT NULL OR ended_cause IS NOT NULL)
          ORDER BY session_id, video_id, opened_at DESC, id DESC
        ) AS last
        WHERE ended_cause IN ('moved', 'terminated')`.execute(db);
      return rows;
    },
  };
}

export type StopsRepository = ReturnType<typeof createStopsRepository>;
