import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { UploadFolder } from '../../../platform/uploads/upload-folder.ts';
import type { ResumableUploadsRepository } from './resumable-uploads.repository.ts';
import { quotaExceeded } from './upload.errors.ts';

/** Whether there is room for one more file: on the disk, and in what one user may have on its way. */
export function createUploadRoom(deps: {
  readonly folder: UploadFolder;
  readonly resumables: ResumableUploadsRepository;
  readonly quotaBytes: number;
}) {
  const { folder, resumables, quotaBytes } = deps;
  return {
    /**
     * Counts what others were promised and have not sent yet.
     * @throws AppError 507 storage_full, media_quota_exceeded
     */
    async requireDisk(db: DbOrTrx, bytes: number): Promise<void> {
      await folder.requireSpace(bytes + (await resumables.awaitedBytes(db)));
    },

    /**
     * In the transaction that takes the room.
     * @throws AppError 413 upload_quota_exceeded
     */
    async requireQuota(trx: Trx, ownerId: string, bytes: number): Promise<void> {
      await resumables.lockOwner(trx, ownerId);
      const usedBytes = await resumables.onTheWayBytes(trx, ownerId);
      if (usedBytes + bytes > quotaBytes) throw quotaExceeded(quotaBytes, usedBytes);
    },
  };
}

export type UploadRoom = ReturnType<typeof createUploadRoom>;
