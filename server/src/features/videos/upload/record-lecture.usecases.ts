import type { UploadJob } from '@prahari/contract';
import { recordAdminAct } from '../../../platform/audit-log/record-admin-act.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { CatalogueRepository } from '../catalogue/index.ts';
import type { VideosPorts } from '../ports.ts';
import { jobNotFound } from './upload.errors.ts';
import type { LectureFields } from './upload-form.rules.ts';
import { presentUploadJob } from './upload-job.presenter.ts';
import type { UploadJobsRepository } from './upload-jobs.repository.ts';

/** Who uploads, and from where. */
export interface Uploader {
  readonly userId: string;
  readonly address: string;
}

export interface ArrivedFile {
  readonly videoId: string;
  readonly jobId: string;
  readonly form: LectureFields;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** Name of the file in the upload folder. */
  readonly sourceName: string;
}

export interface RecordLectureDeps extends Pick<VideosPorts, 'nameOf'> {
  readonly videos: CatalogueRepository;
  readonly jobs: UploadJobsRepository;
  /** Puts the processing job into the queue in the same transaction. */
  enqueueProcessing(trx: Trx, jobId: string): Promise<void>;
}

/** Makes a file that has arrived whole a lecture: video, job, event, audit entry and place in the queue. */
export function createRecordLecture({
  videos,
  jobs,
  nameOf,
  enqueueProcessing,
}: RecordLectureDeps) {
  return async (trx: Trx, by: Uploader, file: ArrivedFile, now: Date): Promise<UploadJob> => {
    const { videoId, jobId, fileName, sizeBytes: fileSizeBytes, sourceName } = file;
    const { title, description, publish: publishWhenReady } = file.form;
    const createdBy = by.userId;
    await videos.insert(trx, { id: videoId, title, description, publishWhenReady, createdBy, now });
    await jobs.insert(trx, {
      ...{ id: jobId, videoId, fileName, fileSizeBytes, sourceName, createdBy, now },
    });
    await recordEvent(trx, 'video.uploaded', { videoId, jobId, byUserId: by.userId }, now);
    const act = {
      action: 'video.upload',
      actor: { userId: by.userId, name: (await nameOf(trx, by.userId)) ?? '' },
      subject: { id: videoId, name: title },
      before: {},
      after: { title, description, publishWhenReady, fileName, fileSizeBytes },
      address: by.address,
    } as const;
    await recordAdminAct(trx, act, now);
    await enqueueProcessing(trx, jobId);
    const row = await jobs.findById(trx, jobId);
    if (!row) throw jobNotFound();
    return presentUploadJob(row);
  };
}

export type RecordLecture = ReturnType<typeof createRecordLecture>;
