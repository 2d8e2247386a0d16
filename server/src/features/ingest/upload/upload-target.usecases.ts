import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import {
  type CallerRights,
  canManage,
  findVideo,
  lockVideo,
  type VideoRow,
} from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import { markVideoUploaded } from '../processing/video-media.repository.ts';
import { isFileAwaited } from './resumable-uploads.repository.ts';
import { targetBusy, targetGone, targetTaken } from './upload.errors.ts';
import { dropKeptSources } from './upload-jobs.repository.ts';

type TargetDeps = Pick<IngestDeps, 'videos'>;

/**
 * Requires that an announced video may receive a file; `assignFileToVideo` checks it again when the
 * file is complete.
 * @throws AppError 422 upload_target_gone, upload_target_taken
 */
export async function requireUploadTarget(
  deps: TargetDeps,
  db: DbOrTrx,
  by: CallerRights,
  videoId: string,
): Promise<VideoRow> {
  return requireFitVideo(deps, db, by, await findVideo(db, videoId));
}

/** The video that a file is for. */
interface UploadTarget {
  readonly by: CallerRights;
  readonly videoId: string;
  readonly now: Date;
}

/**
 * Does the same for one resumable upload at a time: locked until the transaction ends.
 * @throws AppError 422, also upload_target_busy
 */
export async function reserveUploadTarget(
  deps: TargetDeps,
  trx: Trx,
  { by, videoId, now }: UploadTarget,
): Promise<VideoRow> {
  const row = await requireFitVideo(deps, trx, by, await lockVideo(trx, videoId));
  if (await isFileAwaited(trx, videoId, now)) throw targetBusy();
  return row;
}

/**
 * Assigns the completely received file to the video. Only the first of several succeeds.
 * @throws AppError 422 upload_target_gone, upload_target_taken
 */
export async function assignFileToVideo(
  deps: TargetDeps,
  trx: Trx,
  { by, videoId, now }: UploadTarget,
): Promise<VideoRow> {
  const row = await requireFitVideo(deps, trx, by, await lockVideo(trx, videoId));
  // A file that could not be processed is not resumed beside its successor.
  await dropKeptSources(trx, videoId);
  await markVideoUploaded(trx, videoId, now);
  return row;
}

/**
 * Requires a video that is announced and without a file, or with one that could not be processed,
 * and managed by `by`.
 */
async function requireFitVideo(
  { videos }: TargetDeps,
  db: DbOrTrx,
  by: CallerRights,
  row: VideoRow | undefined,
): Promise<VideoRow> {
  if (!row || row.deleted_at !== null) throw targetGone();
  if (!canManage(await videos.describeVideoViewer(by, row, db), row)) throw targetGone();
  if (row.status !== 'empty' && row.status !== 'failed') throw targetTaken();
  return row;
}
