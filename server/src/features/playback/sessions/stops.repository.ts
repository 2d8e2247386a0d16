import type { Db } from '../../../platform/db/database.ts';

export const playbackStoppedChannel = 'playback_stopped';

export function createStopsRepository() {
  return {
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
