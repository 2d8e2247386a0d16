import type { Chapter, EncryptionScheme, LeftOutTrack } from '@prahari/contract';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { publishRevoked } from '../../platform/revocations/revocation-memory.ts';
import { pathsCutChannel } from '../delivery/index.ts';

export type VideoRow = Selectable<Tables['videos']>;

/** What decides whether a user may play a video, and what a player is told of it. */
export const playableColumns = [
  'videos.id',
  'videos.title',
  'videos.description',
  'videos.duration_seconds',
  'videos.poster_id',
  'videos.status',
  'videos.published',
  'videos.publish_when_ready',
  'videos.publish_at',
  'videos.unpublish_at',
  'videos.for_everyone',
  'videos.kendra_types',
  'videos.countries',
  'videos.districts',
  'videos.group_ids',
  'videos.deleted_at',
  'videos.created_by',
  'videos.media_revision',
  'videos.encryption_schemes',
  'videos.path_epoch',
  'videos.has_slides',
  'videos.poster_revision',
  'videos.pictures_revision',
] as const;

export type PlayableRow = Pick<
  VideoRow,
  (typeof playableColumns)[number] extends `videos.${infer Column extends keyof VideoRow}`
    ? Column
    : never
>;

/** Columns that an edit may set. */
export type VideoChange = Partial<
  Pick<
    Updateable<Tables['videos']>,
    | 'title'
    | 'description'
    | 'poster_id'
    | 'has_card'
    | 'chosen_has_card'
    | 'published'
    | 'publish_when_ready'
    | 'category'
    | 'difficulty'
    | 'type'
    | 'language'
    | 'tags'
    | 'chapters'
    | 'publish_at'
    | 'unpublish_at'
    | 'for_everyone'
    | 'kendra_types'
    | 'countries'
    | 'districts'
    | 'group_ids'
    | 'deleted_at'
  >
>;

export interface NewVideo {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly publishWhenReady: boolean;
  readonly createdBy: string;
  readonly now: Date;
  /** Without a lecture so far. */
  readonly isEmpty?: boolean;
}

export function createCatalogueRepository() {
  return {
    async insert(db: DbOrTrx, video: NewVideo, more: VideoChange = {}): Promise<void> {
      await db
        .insertInto('videos')
        .values({
          ...more,
          id: video.id,
          title: video.title,
          description: video.description,
          status: video.isEmpty ? 'empty' : 'processing',
          published: false,
          publish_when_ready: video.publishWhenReady,
          created_by: video.createdBy,
          created_at: video.now,
          updated_at: video.now,
        })
        .execute();
    },

    /** Deleted ones too. */
    async findById(db: DbOrTrx, id: string): Promise<VideoRow | undefined> {
      return db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /**
     * Does the same as `findById`, and locks the row against other writers until the transaction
     * ends.
     */
    async lockById(db: Trx, id: string): Promise<VideoRow | undefined> {
      return db
        .selectFrom('videos')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
    },

    async change(db: DbOrTrx, id: string, change: VideoChange, now: Date): Promise<VideoRow> {
      return db
        .updateTable('videos')
        .set({ ...change, updated_at: now })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** Cuts all paths that were signed for it so far, once the transaction is through. */
    async cutPaths(trx: Trx, id: string, now: Date): Promise<VideoRow> {
      const row = await trx
        .updateTable('videos')
        .set((update) => ({
          path_epoch: update('path_epoch', '+', 1),
          paths_cut_at: now,
        }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await publishRevoked(trx, pathsCutChannel, [{ id, below: row.path_epoch }]);
      return row;
    },

    /**
     * Notes that the poster made with the lecture is there in both sizes, under the names of that
     * revision.
     */
    async notePoster(db: DbOrTrx, id: string, revision: number): Promise<void> {
      const values = { has_card: true, poster_revision: revision };
      await db.updateTable('videos').set(values).where('id', '=', id).execute();
    },

    /** Keeps chapters of the file, if none were written; tells whether they were kept. */
    async putMissingChapters(trx: Trx, id: string, chapters: readonly Chapter[]): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('videos')
        .set({ chapters: JSON.stringify(chapters) })
        .where('id', '=', id)
        .where(sql<boolean>`chapters = '[]'::jsonb`)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Replaces what is said of an earlier file. */
    async noteLeftOut(trx: Trx, id: string, tracks: readonly LeftOutTrack[]): Promise<void> {
      const values = { left_out: JSON.stringify(tracks) };
      await trx.updateTable('videos').set(values).where('id', '=', id).execute();
    },

    /** Points new playbacks at the manifest of all qualities, when all is published. */
    async completeMedia(db: DbOrTrx, id: string, revision: number, now: Date): Promise<void> {
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
    },

    /**
     * Its storyboard and slides were made again: they lie in the folders of that revision. A video that
     * was complete before there were such has them now.
     */
    async notePictures(db: DbOrTrx, id: string, revision: number): Promise<void> {
      const values = { has_storyboard: true, has_slides: true, pictures_revision: revision };
      await db.updateTable('videos').set(values).where('id', '=', id).execute();
    },

    async markReady(
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
    },

    /** @returns false when the video plays already and stays as it is */
    async markFailed(db: DbOrTrx, id: string, now: Date): Promise<boolean> {
      const result = await db
        .updateTable('videos')
        .set({ status: 'failed', updated_at: now })
        .where('id', '=', id)
        .where('status', '<>', 'ready')
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Notes that an announced video, or one whose file could not be made ready, has got a file. */
    async markUploaded(trx: Trx, id: string, now: Date): Promise<void> {
      await trx
        .updateTable('videos')
        .set({ status: 'processing', updated_at: now })
        .where('id', '=', id)
        .where('status', 'in', ['empty', 'failed'])
        .execute();
    },

    /** Notes that a failed video is being made ready again. */
    async markProcessing(db: DbOrTrx, id: string, now: Date): Promise<void> {
      await db
        .updateTable('videos')
        .set({ status: 'processing', updated_at: now })
        .where('id', '=', id)
        .where('status', '=', 'failed')
        .execute();
    },

    /**
     * Lists ids of up to `atMost` videos that were deleted before a moment, the first deleted
     * first.
     */
    async deletedBefore(db: Db, before: Date, atMost: number): Promise<string[]> {
      const rows = await db
        .selectFrom('videos')
        .select('id')
        .where('deleted_at', '<', before)
        .orderBy('deleted_at')
        .limit(atMost)
        .execute();
      return rows.map((row) => row.id);
    },

    /** Removes the row of a deleted video with all that hangs on it. */
    async removeForGood(trx: Trx, id: string): Promise<void> {
      await trx
        .deleteFrom('videos')
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .execute();
    },
  };
}

export type CatalogueRepository = ReturnType<typeof createCatalogueRepository>;
