import type { DbOrTrx } from '../../../platform/db/database.ts';

export interface PosterChoice {
  readonly videoId: string;
  readonly id: string;
  readonly atSeconds: number | null;
  readonly picture: Buffer | null;
}

export function createPosterChoicesRepository() {
  return {
    /** The last choice counts. */
    async put(db: DbOrTrx, choice: PosterChoice, by: { userId: string; now: Date }): Promise<void> {
      const values = {
        id: choice.id,
        at_seconds: choice.atSeconds,
        picture: choice.picture,
        state: 'waiting' as const,
        chosen_by: by.userId,
        created_at: by.now,
      };
      await db
        .insertInto('poster_choices')
        .values({ ...values, video_id: choice.videoId })
        .onConflict((conflict) => conflict.column('video_id').doUpdateSet(values))
        .execute();
    },

    /** Undefined when another was chosen since, or none is wanted any more. */
    async find(db: DbOrTrx, videoId: string, id: string): Promise<PosterChoice | undefined> {
      const row = await db
        .selectFrom('poster_choices')
        .select(['at_seconds', 'picture'])
        .where('video_id', '=', videoId)
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      return row && { videoId, id, atSeconds: row.at_seconds, picture: row.picture };
    },

    /**
     * @param id of the choice; whichever there is when left out
     * @returns whether there was one
     */
    async remove(db: DbOrTrx, videoId: string, id?: string): Promise<boolean> {
      const all = db.deleteFrom('poster_choices').where('video_id', '=', videoId);
      const one = id === undefined ? all : all.where('id', '=', id);
      return (await one.executeTakeFirst()).numDeletedRows > 0n;
    },

    /** It came to nothing; its picture is not kept. */
    async fail(db: DbOrTrx, videoId: string, id: string): Promise<void> {
      await db
        .updateTable('poster_choices')
        .set({ state: 'failed', picture: null })
        .where('video_id', '=', videoId)
        .where('id', '=', id)
        .execute();
    },
  };
}

export type PosterChoicesRepository = ReturnType<typeof createPosterChoicesRepository>;
