import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { UploadStore } from '../../../platform/uploads/upload-store.ts';
import type { Uploader } from '../../videos/index.ts';
import {
  lockUploadsOfOwner,
  sumAwaitedBytes,
  sumBytesOnTheWay,
} from './resumable-uploads.repository.ts';
import { quotaExceeded } from './upload.errors.ts';

/** How often the user's other uploads and permissions are checked during an upload. */
const askEveryBytes = 64 * 1024 ** 2;

/** Requires room for one more file: on the disk, and in the user's quota of unfinished uploads. */
export function createUploadQuota({
  store,
  quotaBytes,
}: {
  readonly store: Pick<UploadStore, 'requireSpace'>;
  readonly quotaBytes: number;
}) {
  /** Bytes of forms that this process is receiving, by user: they have no row yet. */
  const comingBytes = new Map<string, number>();
  const addComing = (ownerId: string, bytes: number) => {
    const sum = (comingBytes.get(ownerId) ?? 0) + bytes;
    if (sum === 0) comingBytes.delete(ownerId);
    else comingBytes.set(ownerId, sum);
    return sum;
  };

  return {
    /**
     * Requires space on the disk; counts bytes that others announced and have not sent yet.
     * @throws AppError 507 storage_full, media_quota_exceeded
     */
    async requireDiskSpace(db: DbOrTrx, bytes: number): Promise<void> {
      await store.requireSpace(bytes + (await sumAwaitedBytes(db)));
    },

    /**
     * Requires quota, in the transaction that reserves it.
     * @throws AppError 413 upload_quota_exceeded
     */
    async requireQuota(trx: Trx, ownerId: string, bytes: number): Promise<void> {
      await lockUploadsOfOwner(trx, ownerId);
      const usedBytes = await sumBytesOnTheWay(trx, ownerId);
      if (usedBytes + bytes > quotaBytes) throw quotaExceeded(quotaBytes, usedBytes);
    },

    /**
     * Passes the bytes of a form on while they fit and their sender may send them: a length is a
     * claim, and some senders make none.
     * @throws AppError 413 upload_quota_exceeded, or of `by.asOfNow`
     */
    async *passWithinQuota(
      db: Db,
      by: Pick<Uploader, 'userId' | 'asOfNow'>,
      source: AsyncIterable<Buffer>,
    ): AsyncGenerator<Buffer> {
      const { userId: ownerId } = by;
      let takenBytes = 0;
      let askAtBytes = 0;
      let usedBytes = 0;
      try {
        for await (const chunk of source) {
          if (takenBytes >= askAtBytes) {
            await by.asOfNow();
            usedBytes = await sumBytesOnTheWay(db, ownerId);
            askAtBytes = takenBytes + askEveryBytes;
          }
          takenBytes += chunk.length;
          const coming = addComing(ownerId, chunk.length);
          if (usedBytes + coming > quotaBytes) throw quotaExceeded(quotaBytes, usedBytes);
          yield chunk;
        }
      } finally {
        addComing(ownerId, -takenBytes);
      }
    },
  };
}

export type UploadQuota = ReturnType<typeof createUploadQuota>;
