import type { Db } from '../../platform/db/database.ts';

/** Videos whose signed paths were cut after a moment, with the count that is good now. */
export async function cutSince(
  db: Db,
  since: Date,
): Promise<{ readonly id: string; readonly below: number }[]> {
  return db
    .selectFrom('videos')
    .select(['id', 'path_epoch as below'])
    .where('paths_cut_at', '>', since)
    .execute();
}
