import type { UploadJob } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { receiveFile } from '../../../platform/uploads/receive-file.ts';
import type { UploadForm } from '../../../platform/uploads/receive-form.ts';
import type { Uploader } from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import { recordUploadedFile } from './record-upload.usecases.ts';
import { readUploadForm } from './upload-form.rules.ts';
import { requireUploadTarget } from './upload-target.usecases.ts';

/**
 * Receives a video in one request: the file first, then everything else in one transaction. A
 * failure leaves neither file nor row.
 * @throws AppError
 */
export async function uploadVideo(
  deps: Pick<
    IngestDeps,
    'db' | 'clock' | 'store' | 'quota' | 'settings' | 'nameOf' | 'queue' | 'videos'
  >,
  by: Uploader,
  { announcedBytes, parts }: UploadForm,
): Promise<UploadJob> {
  const { db, clock, store, quota, settings } = deps;
  await quota.requireDiskSpace(db, announcedBytes);
  await db.transaction().execute((trx) => quota.requireQuota(trx, by.userId, announcedBytes));
  const jobId = uuidv7();
  const sourceName = `${jobId}.source`;
  try {
    const write = (name: string, content: AsyncIterable<Buffer>) =>
      store.write(name, quota.passWithinQuota(db, by, content));
    const target = { store: { write }, name: sourceName, maxBytes: settings.uploadMaxBytes };
    const taken = await receiveFile(parts, target, async (fields) => {
      const form = readUploadForm(fields);
      if (form.videoId !== null) await requireUploadTarget(deps, db, by, form.videoId);
      return form;
    });
    return await db.transaction().execute(async (trx) => {
      // Again: the announcement was only a claim.
      await quota.requireQuota(trx, by.userId, taken.sizeBytes);
      const file = { jobId, sourceName, ...taken };
      return recordUploadedFile(deps, trx, { uploader: by, file, now: clock.now() });
    });
  } catch (error) {
    await store.remove(sourceName);
    throw error;
  }
}
