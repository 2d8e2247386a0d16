import type { OpenJob, UploadJobDetail } from '@prahari/contract';
import { type CallerRights, findVideo } from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import { findJobDetail } from '../processing/control-job.usecases.ts';
import { jobNotFound } from './upload.errors.ts';
import { presentUploadJob } from './upload-job.presenter.ts';
import {
  type CountedJobs,
  countFailedJobs,
  countJobsBetween,
  findUploadJobRow,
  listOpenJobRows,
  listUploadJobRows,
} from './upload-jobs.repository.ts';

/** Reads a job with its steps and its log. @throws AppError 404, out_of_scope */
export async function findUploadJob(
  deps: Pick<IngestDeps, 'db' | 'clock' | 'videos'>,
  caller: CallerRights,
  id: string,
): Promise<UploadJobDetail> {
  const { db, videos } = deps;
  const row = await findUploadJobRow(db, id);
  if (!row) throw jobNotFound();
  await videos.requireManagedVideo(caller, await findVideo(db, row.video_id));
  return { ...presentUploadJob(row), ...(await findJobDetail(deps, id)) };
}

/** Lists the jobs of videos that the caller manages, newest first. */
export async function listUploadJobs(
  { db, videos }: Pick<IngestDeps, 'db' | 'videos'>,
  caller: CallerRights,
  query: { page: number; limit: number; search?: string | undefined },
) {
  const { page, limit } = query;
  const offset = (page - 1) * limit;
  const viewer = await videos.describeViewer(caller);
  const filter = { viewer, search: query.search, limit, offset };
  const { rows, total } = await listUploadJobRows(db, filter);
  return { items: rows.map(presentUploadJob), page, limit, total };
}

/** Lists up to `atMost` jobs that have not ended, of videos that the caller manages, and counts those that failed last. */
export async function findJobsUnderWay(
  { db, videos }: Pick<IngestDeps, 'db' | 'videos'>,
  caller: CallerRights,
  atMost: number,
): Promise<{ readonly open: readonly OpenJob[]; readonly failed: number }> {
  const viewer = await videos.describeViewer(caller);
  const rows = await listOpenJobRows(db, viewer, atMost);
  const open = rows.map(
    ({ id, title, state, progress, disk_wait }): OpenJob => ({
      id,
      kind: 'upload',
      title,
      state: state === 'running' ? 'running' : 'queued',
      progress,
      waitsForRoom: disk_wait !== null,
    }),
  );
  return { open, failed: await countFailedJobs(db, viewer, atMost) };
}

/**
 * Counts uploads of videos in the caller's scope that began between each two of the moments. Numbers
 * alone need no right to edit videos.
 */
export async function countUploads(
  { db, videos }: Pick<IngestDeps, 'db' | 'videos'>,
  caller: CallerRights,
  moments: readonly Date[],
): Promise<CountedJobs[]> {
  const viewer = await videos.describeViewer({ ...caller, permissions: ['videos.write'] });
  return countJobsBetween(db, viewer, moments);
}
