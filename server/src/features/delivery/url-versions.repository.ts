import type { Db } from '../../platform/db/database.ts';

/** Lists videos whose URL version was raised after a moment, with the version that is valid now. */
export async function listRaisedUrlVersions(
  db: Db,
  since: Date,
): Promise<{ readonly id: string; readonly below: number }[]> {
  return db
    .selectFrom('videos')
    .select(['id', 'path_epoch as below'])
    .where('paths_cut_at', '>', since)
    .execute();
}
