import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Viewing } from '../../videos/index.ts';
import {
  type CatalogueRepository,
  mayManage,
  type Onlookers,
  type VideoRow,
} from '../../videos/index.ts';
import type { ResumableUploadsRepository } from './resumable-uploads.repository.ts';
import { targetBusy, targetGone, targetTaken } from './upload.errors.ts';
import type { UploadJobsRepository } from './upload-jobs.repository.ts';

/** Decides which announced video may get a file, and at what moment. */
export function createUploadTarget(deps: {
  readonly videos: CatalogueRepository;
  readonly jobs: UploadJobsRepository;
  readonly resumables: ResumableUploadsRepository;
  readonly onlookers: Pick<Onlookers, 'ofVideo'>;
}) {
  const { videos, jobs, resumables, onlookers } = deps;

  /** Announced and without a file, or with one that could not be made ready, and managed by `by`. */
  async function fitting(db: DbOrTrx, by: Viewing, row: VideoRow | undefined): Promise<VideoRow> {
    if (!row || row.deleted_at !== null) throw targetGone();
    if (!mayManage(await onlookers.ofVideo(by, row, db), row)) throw targetGone();
    if (row.status !== 'empty' && row.status !== 'failed') throw targetTaken();
    return row;
  }

  return {
    /**
     * Tells whether a file may begin to come in; asked again by `take` when it is whole.
     * @throws AppError 422 upload_target_gone, upload_target_taken
     */
    async require(db: DbOrTrx, by: Viewing, videoId: string): Promise<VideoRow> {
      return fitting(db, by, await videos.findById(db, videoId));
    },

    /**
     * Does the same as `require`, for one resumable upload at a time: held until the transaction
     * ends.
     * @throws AppError 422, also upload_target_busy
     */
    async reserve(trx: Trx, by: Viewing, videoId: string, now: Date): Promise<VideoRow> {
      const row = await fitting(trx, by, await videos.lockById(trx, videoId));
      if (await resumables.isAwaited(trx, videoId, now)) throw targetBusy();
      return row;
    },

    /**
     * Gives the video the file that has arrived whole. Of several only the first gets it.
     * @throws AppError 422 upload_target_gone, upload_target_taken
     */
    async take(trx: Trx, by: Viewing, videoId: string, now: Date): Promise<VideoRow> {
      const row = await fitting(trx, by, await videos.lockById(trx, videoId));
      // A file that could not be made ready is not taken up again beside its successor.
      await jobs.giveUpSources(trx, videoId);
      await videos.markUploaded(trx, videoId, now);
      return row;
    },
  };
}

export type UploadTarget = ReturnType<typeof createUploadTarget>;
