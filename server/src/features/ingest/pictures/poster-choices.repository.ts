import type { DbOrTrx } from '../../../platform/db/database.ts';
import { noDiskWait } from '../../../platform/disk/disk-wait.ts';
import { type HeldTrx, type LeasedRow, unleased } from '../../../platform/jobs/lease.ts';

export interface PosterChoice {
  readonly videoId: string;
  readonly id: string;
  readonly atSeconds: number | null;
  readonly picture: Buffer | null;
}

/** Describes the choice as leased work. Its id names it: the next one may be in a new row. */
export function posterToLease(videoId: string, id: string): LeasedRow {
  return { table: 'poster_choices', key: { video_id: videoId, id }, states: ['waiting'] };
}

/** Stores a choice; the last one counts. */
export async function upsertPosterChoice(
  db: DbOrTrx,
  choice: PosterChoice,
  by: { userId: string; now: Date },
): Promise<void> {
  const values = {
    id: choice.id,
    at_seconds: choice.atSeconds,
    picture: choice.picture,
    state: 'waiting' as const,
    chosen_by: by.userId,
    created_at: by.now,
    attempts: 0,
    ...unleased,
    ...noDiskWait,
  };
  await db
    .insertInto('poster_choices')
    .values({ ...values, video_id: choice.videoId })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet(values))
    .execute();
}

/** Finds a choice; undefined when it was replaced, failed or withdrawn. */
export async function findPosterChoice(
  db: DbOrTrx,
  videoId: string,
  id: string,
): Promise<PosterChoice | undefined> {
  return db
    .selectFrom('poster_choices')
    .select(['video_id as videoId', 'id', 'at_seconds as atSeconds', 'picture'])
    .where('video_id', '=', videoId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

/**
 * Removes a choice.
 * @param id of the choice; if left out, the current one
 * @returns whether there was one
 */
export async function deletePosterChoice(
  db: DbOrTrx,
  videoId: string,
  id?: string,
): Promise<boolean> {
  const all = db.deleteFrom('poster_choices').where('video_id', '=', videoId);
  const one = id === undefined ? all : all.where('id', '=', id);
  return (await one.executeTakeFirst()).numDeletedRows > 0n;
}

/** Records that a choice failed; its picture is not kept. */
export async function failPosterChoice(trx: HeldTrx, videoId: string, id: string): Promise<void> {
  await trx
    .updateTable('poster_choices')
    .set({ state: 'failed', picture: null })
    .where('video_id', '=', videoId)
    .where('id', '=', id)
    .execute();
}
