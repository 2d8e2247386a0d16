import { type Insertable, sql } from 'kysely';
import { countRows } from '../../../platform/db/count-rows.ts';
import type { Db, DbOrTrx } from '../../../platform/db/database.ts';
import {
  type ListOrder,
  type ListPart,
  selectPage,
  selectRowsAfter,
} from '../../../platform/db/list-order.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { canManageSql, type Viewer } from '../../videos/index.ts';

/** Sums in bytes. */
export interface MediaTotals {
  readonly mediaBytes: number;
  readonly posterBytes: number;
  readonly count: number;
  readonly deletedBytes: number;
  readonly deletedCount: number;
  readonly oldest: Date | null;
  /** Videos that were published and not counted so far. */
  readonly uncounted: number;
}

const largestFirst: ListOrder = {
  key: sql`(media_bytes + poster_bytes)`,
  type: sql`double precision`,
  id: 'video_id',
  isAscending: false,
};

/** Stores the counts, unless the video has been removed. */
export async function upsertStoredMedia(
  db: Db,
  row: Insertable<Tables['stored_media']>,
): Promise<void> {
  const { video_id, ...counted } = row;
  await db
    .insertInto('stored_media')
    .columns(['video_id', 'media_bytes', 'poster_bytes', 'objects', 'measured_at'])
    .expression((select) =>
      select
        .selectFrom('videos')
        .select((of) => [
          'id',
          of.val(row.media_bytes).as('media_bytes'),
          of.val(row.poster_bytes).as('poster_bytes'),
          sql<number>`${row.objects}::integer`.as('objects'),
          sql<Date>`${row.measured_at}::timestamptz`.as('measured_at'),
        ])
        .where('id', '=', video_id),
    )
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet(counted))
    .execute();
}

export async function sumStoredMedia(db: Db): Promise<MediaTotals> {
  const stored = await db
    .selectFrom('stored_media')
    .innerJoin('videos', 'videos.id', 'video_id')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('media_bytes'), sql<number>`0`).as('mediaBytes'),
      fn.coalesce(fn.sum<number>('poster_bytes'), sql<number>`0`).as('posterBytes'),
      fn.countAll<string>().as('count'),
      sql<number>`coalesce(sum(media_bytes + poster_bytes) FILTER (WHERE deleted_at IS NOT NULL), 0)`.as(
        'deletedBytes',
      ),
      sql<string>`count(deleted_at)`.as('deletedCount'),
      fn.min('measured_at').as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  const { uncounted } = await db
    .selectFrom('videos')
    .leftJoin('stored_media', 'video_id', 'videos.id')
    .select(({ fn }) => fn.countAll<string>().as('uncounted'))
    .where('media_prefix', 'is not', null)
    .where('video_id', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    ...stored,
    count: Number(stored.count),
    deletedCount: Number(stored.deletedCount),
    uncounted: Number(uncounted),
  };
}

/** Sums up all bytes of finished media, pictures too. */
export async function sumStoredBytes(db: DbOrTrx): Promise<number> {
  const row = await db
    .selectFrom('stored_media')
    .select(sql<number>`coalesce(sum(media_bytes + poster_bytes), 0)`.as('bytes'))
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/** Finds how many bytes the media of a video took when it was last counted; 0 if it was not. */
export async function findStoredBytes(db: DbOrTrx, videoId: string): Promise<number> {
  const row = await db
    .selectFrom('stored_media')
    .select('media_bytes')
    .where('video_id', '=', videoId)
    .executeTakeFirst();
  return row?.media_bytes ?? 0;
}

/**
 * Lists one page of the videos that the viewer manages, the largest first, with the count of all.
 */
export async function listStoredMediaPage(
  db: Db,
  viewer: Viewer,
  window: { limit: number; offset: number },
) {
  const found = managedBy(db, viewer);
  const rows = await selectPage(selectRows(found), largestFirst, window).execute();
  return { rows, total: await countRows(db, found) };
}

/** Lists the entries after a position, the largest first. */
export async function listStoredMediaAfter(db: Db, viewer: Viewer, part: ListPart) {
  return selectRowsAfter(selectRows(managedBy(db, viewer)), largestFirst, part).execute();
}

/** Lists videos to count: never counted, changed since, or counted before `before`; the first of them first. */
export async function listVideosToCount(db: Db, before: Date, atMost: number): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .leftJoin('stored_media', 'video_id', 'videos.id')
    .select('videos.id')
    .where('media_prefix', 'is not', null)
    .where((where) =>
      where.or([
        where('measured_at', 'is', null),
        where('measured_at', '<', before),
        where('measured_at', '<', where.ref('videos.updated_at')),
      ]),
    )
    .orderBy('measured_at', (order) => order.asc().nullsFirst())
    .limit(atMost)
    .execute();
  return rows.map(({ id }) => id);
}

export type StoredMediaRow = Awaited<ReturnType<typeof listStoredMediaPage>>['rows'][number];

function managedBy(db: Db, viewer: Viewer) {
  return db
    .selectFrom('stored_media')
    .innerJoin('videos', 'videos.id', 'video_id')
    .where(canManageSql(viewer));
}

function selectRows(found: ReturnType<typeof managedBy>) {
  return found.selectAll('stored_media').select(['title', 'duration_seconds', 'deleted_at']);
}
