import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { CatalogueRepository, VideoRow } from '../catalogue/index.ts';
import type { ResumableUploadsRepository } from './resumable-uploads.repository.ts';
import { targetBusy, targetGone, targetTaken } from './upload.errors.ts';
import type { UploadJobsRepository } from './upload-jobs.repository.ts';

/** Which announced video may get a file, and at what moment. */
export function createUploadTarget(deps: {
  readonly videos: CatalogueRepository;
  readonly jobs: UploadJobsRepository;
  readonly resumables: ResumableUploadsRepository;
}) {
  const { videos, jobs, resumables } = deps;

  return {
    /**
     * Whether a file may begin to come in; asked again by `take` when it is whole.
     * @throws AppError 422 upload_target_gone, upload_target_taken
     */
    async require(db: DbOrTrx, videoId: string): Promise<VideoRow> {
      return fitting(await videos.findById(db, videoId));
    },

    /**
     * As `require`, for one resumable upload at a time: held until the transaction ends.
     * @throws AppError 422, also upload_target_busy
     */
    async reserve(trx: Trx, videoId: string, now: Date): Promise<VideoRow> {
      const row = fitting(await videos.lockById(trx, videoId));
      if (await resumables.isAwaited(trx, videoId, now)) throw targetBusy();
      return row;
    },

    /**
     * Gives the video the file that has arrived whole. Of several only the first gets it.
     * @throws AppError 422 upload_target_gone, upload_target_taken
     */
    async take(trx: Trx, videoId: string, now: Date): Promise<VideoRow> {
      const row = fitting(await videos.lockById(trx, videoId));
      // A file that could not be made ready is not taken up again beside its successor.
      await jobs.giveUpSources(trx, videoId);
      await videos.markUploaded(trx, videoId, now);
      return row;
    },
  };
}

export type UploadTarget = ReturnType<typeof createUploadTarget>;

/** Announced and without a file, or with one that could not be made ready. */
function fitting(row: VideoRow | undefined): VideoRow {
  if (!row || row.deleted_at !== null) throw targetGone();
  if (row.status !== 'empty' && row.status !== 'failed') throw targetTaken();
  return row;
}
