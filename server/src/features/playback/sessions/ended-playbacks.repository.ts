import type { Db } from '../../../platform/db/database.ts';

export const playbackStoppedChannel = 'playback_stopped';

export function createEndedPlaybacksRepository() {
  return {
    /** Lists ended playback sessions whose signed URLs would otherwise still be valid. */
    async listEnded(db: Db, now: Date): Promise<string[]> {
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

export type EndedPlaybacksRepository = ReturnType<typeof createEndedPlaybacksRepository>;
