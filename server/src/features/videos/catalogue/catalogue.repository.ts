import type { Selectable } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';

export type VideoRow = Selectable<Tables['videos']>;

export interface VideoChange {
  readonly title?: string;
  readonly description?: string;
  readonly published?: boolean;
  readonly publish_when_ready?: boolean;
}

export interface NewVideo {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly publishWhenReady: boolean;
  readonly createdBy: string;
  readonly now: Date;
}

export function createCatalogueRepository() {
  return {
    async insert(db: DbOrTrx, video: NewVideo): Promise<void> {
      await db
        .insertInto('videos')
        .values({
          id: video.id,
          title: video.title,
          description: video.description,
          status: 'processing',
          published: false,
          publish_when_ready: video.publishWhenReady,
          created_by: video.createdBy,
          created_at: video.now,
          updated_at: video.now,
        })
        .execute();
    },

    async findById(db: DbOrTrx, id: string): Promise<VideoRow | undefined> {
      return db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /** As `findById`, held against other writers until the transaction ends. */
    async lockById(db: DbOrTrx, id: string): Promise<VideoRow | undefined> {
      return db
        .selectFrom('videos')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
    },

    /** Newest first, with the count of all that match. */
    async page(
      db: DbOrTrx,
      filter: { toWatchOnly: boolean; search: string | undefined; limit: number; offset: number },
    ): Promise<{ rows: VideoRow[]; total: number }> {
      let matching = db.selectFrom('videos');
      if (filter.toWatchOnly) {
        matching = matching.where('published', '=', true).where('status', '=', 'ready');
      }
      if (filter.search) {
        const pattern = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
        matching = matching.where((where) =>
          where.or([where('title', 'ilike', pattern), where('description', 'ilike', pattern)]),
        );
      }
      const rows = await matching
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(filter.limit)
        .offset(filter.offset)
        .execute();
      const counted = await matching
        .select((select) => select.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows, total: Number(counted.total) };
    },

    async change(db: DbOrTrx, id: string, change: VideoChange, now: Date): Promise<VideoRow> {
      return db
        .updateTable('videos')
        .set({ ...change, updated_at: now })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** Which manifest is current; 0 too when there is no such video. */
    async mediaRevision(db: DbOrTrx, id: string): Promise<number> {
      const row = await db
        .selectFrom('videos')
        .select('media_revision')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.media_revision ?? 0;
    },

    /** Points new playbacks at a manifest with more qualities. */
    async setMediaRevision(db: DbOrTrx, id: string, revision: number, now: Date): Promise<void> {
      await db
        .updateTable('videos')
        .set({ media_revision: revision, updated_at: now })
        .where('id', '=', id)
        .execute();
    },

    async markReady(
      db: DbOrTrx,
      id: string,
      media: { mediaPrefix: string; mediaRevision: number; durationSeconds: number },
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

    /** A failed video is being made ready again. */
    async markProcessing(db: DbOrTrx, id: string, now: Date): Promise<void> {
      await db
        .updateTable('videos')
        .set({ status: 'processing', updated_at: now })
        .where('id', '=', id)
        .where('status', '=', 'failed')
        .execute();
    },
  };
}

export type CatalogueRepository = ReturnType<typeof createCatalogueRepository>;
