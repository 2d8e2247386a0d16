import type { SessionEndCause, UserType } from '@prahari/contract';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/db/database.ts';

export const sessionEndedChannel = 'session_ended';

export interface SessionState {
  readonly userId: string;
  readonly userType: UserType;
  readonly deviceId: string;
  readonly isLive: boolean;
}

export function createSessionsRepository() {
  return {
    async insert(
      db: DbOrTrx,
      session: {
        id: string;
        userId: string;
        deviceId: string;
        userAgent: string;
        address: string;
        now: Date;
        expiresAt: Date;
      },
    ): Promise<void> {
      await db
        .insertInto('sessions')
        .values({
          id: session.id,
          user_id: session.userId,
          device_id: session.deviceId,
          user_agent: session.userAgent,
          address: session.address,
          created_at: session.now,
          last_seen_at: session.now,
          expires_at: session.expiresAt,
        })
        .execute();
    },

    async state(db: DbOrTrx, id: string, now: Date): Promise<SessionState | undefined> {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select(['user_id', 'user_type', 'device_id', 'ended_at', 'expires_at', 'status'])
        .where('sessions.id', '=', id)
        .executeTakeFirst();
      if (!row) return undefined;
      return {
        userId: row.user_id,
        userType: row.user_type,
        deviceId: row.device_id,
        isLive: row.ended_at === null && row.expires_at > now && row.status !== 'blocked',
      };
    },

    async hasUsedDevice(db: DbOrTrx, userId: string, deviceId: string): Promise<boolean> {
      const row = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('device_id', '=', deviceId)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Ends sessions and tells every process; the message goes out when the transaction commits.
     * @returns the ids that were live until now
     */
    async end(
      db: DbOrTrx,
      which: { sessionId: string } | { userId: string },
      cause: SessionEndCause,
      now: Date,
    ): Promise<string[]> {
      const update = db
        .updateTable('sessions')
        .set({ ended_at: now, ended_cause: cause, video_access_expires_at: null })
        .where('ended_at', 'is', null);
      const rows = await ('sessionId' in which
        ? update.where('id', '=', which.sessionId)
        : update.where('user_id', '=', which.userId)
      )
        .returning('id')
        .execute();
      for (const { id } of rows) {
        await sql`SELECT pg_notify(${sessionEndedChannel}, ${id})`.execute(db);
      }
      return rows.map((row) => row.id);
    },

    async endedSince(db: DbOrTrx, since: Date): Promise<string[]> {
      const rows = await db
        .selectFrom('sessions')
        .select('id')
        .where('ended_at', '>=', since)
        .execute();
      return rows.map((row) => row.id);
    },

    async touch(db: DbOrTrx, id: string, now: Date): Promise<void> {
      await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).execute();
    },

    /** False when the session ended meanwhile. */
    async openVideoAccess(db: DbOrTrx, id: string, expiresAt: Date): Promise<boolean> {
      const result = await db
        .updateTable('sessions')
        .set({ video_access_expires_at: expiresAt })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Null when it is not open, or not any more; never later than the session's own end. */
    async videoAccessExpiresAt(db: DbOrTrx, id: string, now: Date): Promise<Date | null> {
      const row = await db
        .selectFrom('sessions')
        .select(['video_access_expires_at', 'expires_at'])
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .where('video_access_expires_at', '>', now)
        .executeTakeFirst();
      if (!row?.video_access_expires_at) return null;
      const { video_access_expires_at: confirmed, expires_at: session } = row;
      return new Date(Math.min(confirmed.getTime(), session.getTime()));
    },
  };
}

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;
