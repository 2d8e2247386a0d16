import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { deleteSome } from '../../../platform/db/delete-some.ts';
import type { PlaybackSession } from './sessions.rules.ts';

export interface NewPlaybackSession extends Omit<PlaybackSession, 'endedAt'> {
  readonly openedAt: Date;
}

export function createPlaybackSessionsRepository() {
  return {
    /** Lets only one transaction at a time open playback of one video in one sign-in. */
    async lock(trx: Trx, sessionId: string, videoId: string): Promise<void> {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${sessionId}/${videoId}`}, 0))`.execute(
        trx,
      );
    },

    async endOlder(trx: Trx, sessionId: string, videoId: string, now: Date): Promise<void> {
      await trx
        .updateTable('playback_sessions')
        .set({ ended_at: now })
        .where('session_id', '=', sessionId)
        .where('video_id', '=', videoId)
        .where('ended_at', 'is', null)
        .execute();
    },

    /** False when another playback session has that code. */
    async insert(trx: Trx, playback: NewPlaybackSession, code: string): Promise<boolean> {
      const result = await trx
        .insertInto('playback_sessions')
        .values({
          id: playback.id,
          session_id: playback.sessionId,
          device_id: playback.deviceId,
          user_id: playback.userId,
          video_id: playback.videoId,
          code,
          opened_at: playback.openedAt,
          expires_at: playback.expiresAt,
        })
        .onConflict((conflict) => conflict.column('code').doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** Removes up to `atMost` that expired before a moment. @returns how many went */
    removePast: (db: Db, before: Date, atMost: number): Promise<number> =>
      deleteSome(db, { table: 'playback_sessions', column: 'expires_at' }, before, atMost),

    async findById(db: DbOrTrx, id: string): Promise<PlaybackSession | undefined> {
      return db
        .selectFrom('playback_sessions')
        .select([
          'id',
          'session_id as sessionId',
          'device_id as deviceId',
          'user_id as userId',
          'video_id as videoId',
          'expires_at as expiresAt',
          'ended_at as endedAt',
        ])
        .where('id', '=', id)
        .executeTakeFirst();
    },
  };
}

export type PlaybackSessionsRepository = ReturnType<typeof createPlaybackSessionsRepository>;
