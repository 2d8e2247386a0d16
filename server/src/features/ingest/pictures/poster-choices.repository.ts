import type { DbOrTrx } from '../../../platform/db/database.ts';
import { type DiskWaitValues, noDiskWait } from '../../../platform/disk/disk-wait.ts';

export interface PosterChoice {
  readonly videoId: string;
  readonly id: string;
  readonly atSeconds: number | null;
  readonly picture: Buffer | null;
}

/** One try to make it, by its number. */
export interface PosterTry extends PosterChoice {
  readonly number: number;
}

const waiting = (db: DbOrTrx, videoId: string, id: string) =>
  db
    .updateTable('poster_choices')
    .where('video_id', '=', videoId)
    .where('id', '=', id)
    .where('state', '=', 'waiting');

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
    ...noDiskWait,
  };
  await db
    .insertInto('poster_choices')
    .values({ ...values, video_id: choice.videoId })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet(values))
    .execute();
}

/**
 * Reads what it waits for; undefined when another was chosen since, or none is wanted any more.
 */
export async function findPosterChoice(
  db: DbOrTrx,
  videoId: string,
  id: string,
): Promise<DiskWaitValues | undefined> {
  return db
    .selectFrom('poster_choices')
    .select(['disk_wait', 'disk_wanted_bytes', 'disk_free_bytes'])
    .where('video_id', '=', videoId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

/** Begins the next try; undefined as with `find`. */
export async function beginPosterChoice(
  db: DbOrTrx,
  videoId: string,
  id: string,
): Promise<PosterTry | undefined> {
  const row = await waiting(db, videoId, id)
    .set((update) => ({ ...noDiskWait, attempts: update('attempts', '+', 1) }))
    .returning(['at_seconds', 'picture', 'attempts'])
    .executeTakeFirst();
  if (!row) return undefined;
  return { videoId, id, atSeconds: row.at_seconds, picture: row.picture, number: row.attempts };
}

/** Gives a try back without counting it: it was cut off, or met a full disk. */
export async function releasePosterChoice(
  db: DbOrTrx,
  { videoId, id, number }: PosterTry,
  wait: DiskWaitValues = noDiskWait,
): Promise<void> {
  await waiting(db, videoId, id)
    .set({ ...wait, attempts: number - 1 })
    .where('attempts', '=', number)
    .execute();
}

/** Notes how much room there is while it waits for more. */
export async function recordPosterFreeBytes(
  db: DbOrTrx,
  { videoId, id }: Pick<PosterChoice, 'videoId' | 'id'>,
  freeBytes: number,
): Promise<void> {
  await waiting(db, videoId, id)
    .set({ disk_free_bytes: freeBytes })
    .where('disk_wait', 'is not', null)
    .execute();
}

/**
 * Removes a choice.
 * @param id of the choice; when left out, the present one
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

/** Notes that a choice failed; its picture is not kept. */
export async function failPosterChoice(db: DbOrTrx, videoId: string, id: string): Promise<void> {
  await db
    .updateTable('poster_choices')
    .set({ state: 'failed', picture: null })
    .where('video_id', '=', videoId)
    .where('id', '=', id)
    .execute();
}
