import type { Updateable } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { publishRevoked } from '../../platform/revocations/revocation-memory.ts';
import { urlVersionChannel } from '../delivery/index.ts';
import type { VideoRow } from './videos.tables.ts';

/** The facts that decide whether a user may play a video, and that a player is told. */
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
  /** Without a file so far. */
  readonly isEmpty?: boolean;
}

export async function insertVideo(
  db: DbOrTrx,
  video: NewVideo,
  more: VideoChange = {},
): Promise<void> {
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
}

/** Finds a video, also one that was deleted. */
export async function findVideo(db: DbOrTrx, id: string): Promise<VideoRow | undefined> {
  return db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists the ids of the newest videos that are ready. */
export async function listNewestReadyVideos(db: Db, atMost: number): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('status', '=', 'ready')
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(atMost)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Does the same as `findVideo`, and locks the row against other writers until the transaction
 * ends.
 */
export async function lockVideo(db: Trx, id: string): Promise<VideoRow | undefined> {
  return db.selectFrom('videos').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateVideo(
  db: DbOrTrx,
  id: string,
  change: VideoChange,
  now: Date,
): Promise<VideoRow> {
  return db
    .updateTable('videos')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Revokes all URLs that were signed for the video so far, once the transaction is through. */
export async function raiseUrlVersion(trx: Trx, id: string, now: Date): Promise<VideoRow> {
  const row = await trx
    .updateTable('videos')
    .set((update) => ({
      path_epoch: update('path_epoch', '+', 1),
      paths_cut_at: now,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publishRevoked(trx, urlVersionChannel, [{ id, below: row.path_epoch }]);
  return row;
}

/**
 * Lists ids of up to `atMost` videos that were deleted before a moment, the first deleted
 * first.
 */
export async function listVideosDeletedBefore(
  db: Db,
  before: Date,
  atMost: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('deleted_at', '<', before)
    .orderBy('deleted_at')
    .limit(atMost)
    .execute();
  return rows.map((row) => row.id);
}

/** Removes the row of a deleted video with all that hangs on it. */
export async function deleteVideoRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('videos').where('id', '=', id).where('deleted_at', 'is not', null).execute();
}
