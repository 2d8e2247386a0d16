import type { Chapter, EncryptionScheme, LeftOutTrack } from '@prahari/contract';
import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { VideoRow } from '../../videos/index.ts';

/**
 * Records that the poster made with the video exists in both sizes, under the names of that
 * revision.
 */
export async function recordMadePoster(db: DbOrTrx, id: string, revision: number): Promise<void> {
  const values = { has_card: true, poster_revision: revision };
  await db.updateTable('videos').set(values).where('id', '=', id).execute();
}

/** Keeps chapters of the file, if none were written. @returns whether they were kept */
export async function insertMissingChapters(
  trx: Trx,
  id: string,
  chapters: readonly Chapter[],
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('videos')
    .set({ chapters: JSON.stringify(chapters) })
    .where('id', '=', id)
    .where(sql<boolean>`chapters = '[]'::jsonb`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Records which tracks of the file were left out, replacing those of an earlier file. */
export async function recordLeftOutTracks(
  trx: Trx,
  id: string,
  tracks: readonly LeftOutTrack[],
): Promise<void> {
  const values = { left_out: JSON.stringify(tracks) };
  await trx.updateTable('videos').set(values).where('id', '=', id).execute();
}

/** Points new playbacks at the manifest of all renditions, when all is published. */
export async function completeMedia(
  db: DbOrTrx,
  id: string,
  revision: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable('videos')
    .set({
      media_revision: revision,
      has_storyboard: true,
      has_slides: true,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Records that storyboard and slides were made again, in the folders of that revision. A video that
 * was completed before these existed has them now.
 */
export async function recordMadePictures(db: DbOrTrx, id: string, revision: number): Promise<void> {
  const values = { has_storyboard: true, has_slides: true, pictures_revision: revision };
  await db.updateTable('videos').set(values).where('id', '=', id).execute();
}

export async function markVideoReady(
  db: DbOrTrx,
  id: string,
  media: {
    mediaPrefix: string;
    mediaRevision: number;
    durationSeconds: number;
    schemes: readonly EncryptionScheme[];
  },
  now: Date,
): Promise<VideoRow> {
  return db
    .updateTable('videos')
    .set((update) => ({
      status: 'ready',
      published: update.ref('publish_when_ready'),
      media_prefix: media.mediaPrefix,
      media_revision: media.mediaRevision,
      duration_seconds: media.durationSeconds,
      encryption_schemes: [...media.schemes],
      updated_at: now,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Marks a video as failed. @returns false when it plays already and stays as it is */
export async function markVideoFailed(db: DbOrTrx, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('videos')
    .set({ status: 'failed', updated_at: now })
    .where('id', '=', id)
    .where('status', '<>', 'ready')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Records that an announced video, or one whose file could not be processed, has got a file. */
export async function markVideoUploaded(trx: Trx, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('videos')
    .set({ status: 'processing', updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', ['empty', 'failed'])
    .execute();
}

/** Records that a failed video is being processed again. */
export async function markVideoProcessing(db: DbOrTrx, id: string, now: Date): Promise<void> {
  await db
    .updateTable('videos')
    .set({ status: 'processing', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .execute();
}
