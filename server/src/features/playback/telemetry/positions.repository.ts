import type { DbOrTrx } from '../../../platform/db/database.ts';

export function createPositionsRepository() {
  return {
    async keep(
      db: DbOrTrx,
      position: { userId: string; videoId: string; positionSeconds: number; now: Date },
    ): Promise<void> {
      const { userId, videoId, positionSeconds, now } = position;
      await db
        .insertInto('playback_positions')
        .values({
          user_id: userId,
          video_id: videoId,
          position_seconds: positionSeconds,
          updated_at: now,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'video_id'])
            .doUpdateSet({ position_seconds: positionSeconds, updated_at: now }),
        )
        .execute();
    },

    /** Seconds by video id; videos that were never started are missing. */
    async ofUser(
      db: DbOrTrx,
      userId: string,
      videoIds: readonly string[],
    ): Promise<Map<string, number>> {
      if (videoIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('playback_positions')
        .select(['video_id', 'position_seconds'])
        .where('user_id', '=', userId)
        .where('video_id', 'in', videoIds)
        .execute();
      return new Map(rows.map((row) => [row.video_id, row.position_seconds]));
    },

    /** Ids of videos that this user began and did not finish, the latest first. */
    async startedBy(db: DbOrTrx, userId: string, atMost: number): Promise<string[]> {
      const rows = await db
        .selectFrom('playback_positions')
        .select('video_id')
        .where('user_id', '=', userId)
        .where('position_seconds', '>', 0)
        .orderBy('updated_at', 'desc')
        .limit(atMost)
        .execute();
      return rows.map((row) => row.video_id);
    },
  };
}

export type PositionsRepository = ReturnType<typeof createPositionsRepository>;
