import { type Selectable, sql } from 'kysely';
import { containing } from '../../../platform/db/containing.ts';
import { countRows, countRowsUpTo } from '../../../platform/db/count-rows.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { canManageSql, type Viewer } from '../../videos/index.ts';

export type UploadJobRow = Selectable<Tables['upload_jobs']> & { title: string };

export interface NewUploadJob {
  readonly id: string;
  readonly videoId: string;
  readonly fileName: string;
  readonly fileSizeBytes: number;
  /** Name of the file in the upload folder. */
  readonly sourceName: string;
  readonly createdBy: string;
  readonly now: Date;
}

const withTitle = (db: DbOrTrx) =>
  db
    .selectFrom('upload_jobs')
    .innerJoin('videos', 'videos.id', 'upload_jobs.video_id')
    .selectAll('upload_jobs')
    .select('videos.title');

export async function insertUploadJob(db: DbOrTrx, job: NewUploadJob): Promise<void> {
  await db
    .insertInto('upload_jobs')
    .values({
      id: job.id,
      video_id: job.videoId,
      file_name: job.fileName,
      file_size_bytes: job.fileSizeBytes,
      source_path: job.sourceName,
      state: 'queued',
      created_by: job.createdBy,
      created_at: job.now,
      updated_at: job.now,
    })
    .execute();
}

/** Marks ended jobs of a video as not resumable; the next sweep removes their files. */
export async function dropKeptSources(trx: Trx, videoId: string): Promise<void> {
  await trx
    .updateTable('upload_jobs')
    .set({ source_kept_until: null })
    .where('video_id', '=', videoId)
    .where('source_kept_until', 'is not', null)
    .execute();
}

export async function findUploadJobRow(db: DbOrTrx, id: string): Promise<UploadJobRow | undefined> {
  return withTitle(db).where('upload_jobs.id', '=', id).executeTakeFirst();
}

/**
 * Lists those of videos that the viewer manages, newest first, with the count of all; `search`
 * applies to title and file name.
 */
export async function listUploadJobRows(
  db: DbOrTrx,
  filter: {
    viewer: Viewer;
    search: string | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ rows: UploadJobRow[]; total: number }> {
  let matching = db
    .selectFrom('upload_jobs')
    .innerJoin('videos', 'videos.id', 'upload_jobs.video_id')
    .where(canManageSql(filter.viewer));
  if (filter.search) {
    const pattern = containing(filter.search);
    matching = matching.where((where) =>
      where.or([where('videos.title', 'ilike', pattern), where('file_name', 'ilike', pattern)]),
    );
  }
  const rows = await matching
    .selectAll('upload_jobs')
    .select('videos.title')
    .orderBy('upload_jobs.created_at', 'desc')
    .orderBy('upload_jobs.id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { rows, total: await countRows(db, matching) };
}

/** Lists up to `atMost` jobs of videos that the viewer manages and that have not ended, running ones first. */
export async function listOpenJobRows(db: Db, viewer: Viewer, atMost: number) {
  return db
    .selectFrom('upload_jobs')
    .innerJoin('videos', 'videos.id', 'upload_jobs.video_id')
    .select(['upload_jobs.id', 'videos.title', 'upload_jobs.state', 'progress', 'disk_wait'])
    .where('upload_jobs.state', 'in', ['queued', 'running'])
    .where('videos.deleted_at', 'is', null)
    .where(canManageSql(viewer))
    .orderBy('upload_jobs.state', 'desc')
    .orderBy('upload_jobs.created_at')
    .orderBy('upload_jobs.id')
    .limit(atMost)
    .execute();
}

/** Counts, up to `most`, videos that the viewer manages and whose last job failed. */
export async function countFailedJobs(db: Db, viewer: Viewer, most: number): Promise<number> {
  const found = db
    .selectFrom('upload_jobs')
    .innerJoin('videos', 'videos.id', 'upload_jobs.video_id')
    .where('upload_jobs.state', '=', 'failed')
    .where('videos.deleted_at', 'is', null)
    .where(canManageSql(viewer))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('upload_jobs as later')
            .select('later.id')
            .whereRef('later.video_id', '=', 'upload_jobs.video_id')
            .whereRef('later.created_at', '>', 'upload_jobs.created_at'),
        ),
      ),
    );
  return countRowsUpTo(db, found, most);
}

export interface CountedJobs {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
}

/** Counts jobs that began between each two of the moments, which are in order. */
export async function countJobsBetween(
  db: Db,
  viewer: Viewer,
  moments: readonly Date[],
): Promise<CountedJobs[]> {
  const { rows } = await sql<CountedJobs & { period: number }>`
    SELECT width_bucket(upload_jobs.created_at, ${[...moments]}::timestamptz[]) - 1 AS period,
      count(*)::int AS total, count(*) FILTER (WHERE state = 'completed')::int AS completed,
      count(*) FILTER (WHERE state = 'failed')::int AS failed
    FROM upload_jobs JOIN videos ON videos.id = upload_jobs.video_id
    WHERE upload_jobs.created_at >= ${moments[0]} AND upload_jobs.created_at < ${moments.at(-1)}
      AND ${canManageSql(viewer)}
    GROUP BY 1`.execute(db);
  return moments.slice(1).map((_, at) => {
    const { total, completed, failed } = rows.find(({ period }) => period === at) ?? none;
    return { total, completed, failed };
  });
}

const none: CountedJobs = { total: 0, completed: 0, failed: 0 };
