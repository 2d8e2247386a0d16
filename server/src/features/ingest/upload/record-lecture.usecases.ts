import type { UploadJob } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import {
  type Actor,
  audienceOfScope,
  type CatalogueRepository,
  type Uploader,
} from '../../videos/index.ts';
import type { IngestPorts } from '../ports.ts';
import { jobNotFound } from './upload.errors.ts';
import type { LectureFields } from './upload-form.rules.ts';
import { presentUploadJob } from './upload-job.presenter.ts';
import type { UploadJobsRepository } from './upload-jobs.repository.ts';
import type { UploadTarget } from './upload-target.usecases.ts';

export interface ArrivedFile {
  readonly jobId: string;
  readonly form: LectureFields;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** Name of the file in the upload folder. */
  readonly sourceName: string;
}

export interface RecordLectureDeps extends Pick<IngestPorts, 'nameOf'> {
  readonly videos: CatalogueRepository;
  readonly jobs: UploadJobsRepository;
  readonly target: UploadTarget;
  /** Puts the processing job into the queue in the same transaction. */
  enqueueProcessing(trx: Trx, jobId: string): Promise<void>;
}

/**
 * Makes a file that has arrived whole a lecture: video (its own, or the announced one that it is
 * for), job, event, audit entry and place in the queue. A video of its own is for the uploader's
 * scope, with the rights and the scope that apply by then.
 */
export function createRecordLecture({
  videos,
  jobs,
  target,
  nameOf,
  enqueueProcessing,
}: RecordLectureDeps) {
  /** Returns the video that the file is for, and what of it came with the file. */
  async function videoFor(trx: Trx, by: Actor, form: LectureFields, now: Date) {
    if (form.videoId !== null) {
      const { id, title } = await target.take(trx, by, form.videoId, now);
      return { id, title, said: {} };
    }
    const [id, { title, description, publish: publishWhenReady }] = [uuidv7(), form];
    const said = { title, description, publishWhenReady };
    await videos.insert(trx, { id, ...said, createdBy: by.userId, now }, audienceOfScope(by));
    return { id, title, said };
  }

  return async (trx: Trx, uploader: Uploader, file: ArrivedFile, now: Date): Promise<UploadJob> => {
    const by = await uploader.asOfNow(trx);
    const { jobId, fileName, sizeBytes: fileSizeBytes, sourceName } = file;
    const { id: videoId, title, said } = await videoFor(trx, by, file.form, now);
    const createdBy = by.userId;
    await jobs.insert(trx, {
      id: jobId,
      videoId,
      fileName,
      fileSizeBytes,
      sourceName,
      createdBy,
      now,
    });
    await recordEvent(trx, 'video.uploaded', { videoId, jobId, byUserId: by.userId }, now);
    const act = {
      action: 'video.upload',
      actor: { userId: by.userId, name: (await nameOf(trx, by.userId)) ?? '' },
      subject: { id: videoId, name: title },
      before: {},
      after: { ...said, fileName, fileSizeBytes },
      address: by.address,
    } as const;
    await writeAuditEntry(trx, act, now);
    await enqueueProcessing(trx, jobId);
    const row = await jobs.findById(trx, jobId);
    if (!row) throw jobNotFound();
    return presentUploadJob(row);
  };
}

export type RecordLecture = ReturnType<typeof createRecordLecture>;
