import type { UploadJob } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { type Actor, insertVideo, toDefaultAudience, type Uploader } from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import { processVideoKind } from '../processing/tasks/process-video.task.ts';
import { jobNotFound } from './upload.errors.ts';
import type { UploadFields } from './upload-form.rules.ts';
import { presentUploadJob } from './upload-job.presenter.ts';
import { findUploadJobRow, insertUploadJob } from './upload-jobs.repository.ts';
import { assignFileToVideo } from './upload-target.usecases.ts';

export interface ArrivedFile {
  readonly jobId: string;
  readonly form: UploadFields;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** Name of the file in the upload folder. */
  readonly sourceName: string;
}

type RecordDeps = Pick<IngestDeps, 'nameOf' | 'queue' | 'videos'>;

/**
 * Records a file that has arrived completely: video (a new one, or the announced one that it is
 * for), job, event, audit entry and place in the queue. A new video is for the uploader's scope,
 * with the permissions and scope at that time.
 */
export async function recordUploadedFile(
  deps: RecordDeps,
  trx: Trx,
  {
    uploader,
    file,
    now,
  }: { readonly uploader: Uploader; readonly file: ArrivedFile; readonly now: Date },
): Promise<UploadJob> {
  const by = await uploader.asOfNow(trx);
  const { jobId, fileName, sizeBytes: fileSizeBytes, sourceName } = file;
  const {
    id: videoId,
    title,
    said,
  } = await findOrInsertVideo(deps, trx, { by, form: file.form, now });
  const createdBy = by.userId;
  const job = { id: jobId, videoId, fileName, fileSizeBytes, sourceName, createdBy, now };
  await insertUploadJob(trx, job);
  await recordEvent(trx, 'video.uploaded', { videoId, jobId, byUserId: by.userId }, now);
  const entry = {
    action: 'video.upload',
    actor: { userId: by.userId, name: (await deps.nameOf(trx, by.userId)) ?? '' },
    subject: { id: videoId, name: title },
    before: {},
    after: { ...said, fileName, fileSizeBytes },
    address: by.address,
  } as const;
  await writeAuditEntry(trx, entry, now);
  await deps.queue.enqueue(trx, processVideoKind, { jobId });
  const row = await findUploadJobRow(trx, jobId);
  if (!row) throw jobNotFound();
  return presentUploadJob(row);
}

/** @returns the video that the file is for, and the details sent with the file */
async function findOrInsertVideo(
  deps: RecordDeps,
  trx: Trx,
  { by, form, now }: { readonly by: Actor; readonly form: UploadFields; readonly now: Date },
) {
  if (form.videoId !== null) {
    const { videoId } = form;
    const { id, title } = await assignFileToVideo(deps, trx, { by, videoId, now });
    return { id, title, said: {} };
  }
  const id = uuidv7();
  const { title, description, publish: publishWhenReady } = form;
  const said = { title, description, publishWhenReady };
  await insertVideo(trx, { id, ...said, createdBy: by.userId, now }, toDefaultAudience(by));
  return { id, title, said };
}
