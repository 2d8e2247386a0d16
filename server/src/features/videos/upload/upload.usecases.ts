import type { UploadJob, UploadJobDetail } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { recordAdminAct } from '../../../platform/audit-log/record-admin-act.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { UploadForm } from '../../../platform/uploads/receive-form.ts';
import { takeFile } from '../../../platform/uploads/take-file.ts';
import type { UploadFolder } from '../../../platform/uploads/upload-folder.ts';
import type { CatalogueRepository } from '../catalogue/index.ts';
import type { VideosPorts } from '../ports.ts';
import { jobNotFound } from './upload.errors.ts';
import { readUploadForm } from './upload-form.rules.ts';
import { presentUploadJob } from './upload-job.presenter.ts';
import type { UploadJobsRepository } from './upload-jobs.repository.ts';

/** Who uploads, and from where. */
export interface Uploader {
  readonly userId: string;
  readonly address: string;
}

export interface UploadDeps extends Pick<VideosPorts, 'nameOf'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly videos: CatalogueRepository;
  readonly jobs: UploadJobsRepository;
  readonly folder: UploadFolder;
  readonly maxBytes: number;
  /** Puts the processing job into the queue in the same transaction. */
  enqueueProcessing(trx: Trx, jobId: string): Promise<void>;
  /** How far processing has come, step by step. */
  detailOf(jobId: string): Promise<Pick<UploadJobDetail, 'steps' | 'log' | 'retryableUntil'>>;
}

export function createUploadUsecases(deps: UploadDeps) {
  const { db, clock, videos, jobs, folder } = deps;

  return {
    /**
     * Takes a lecture in: the file first, then video, job, event, queue and audit entry in one transaction.
     * Whatever fails, neither file nor row stays.
     * @throws AppError
     */
    async upload(by: Uploader, { announcedBytes, parts }: UploadForm): Promise<UploadJob> {
      await folder.requireSpace(announcedBytes);
      const [videoId, jobId] = [uuidv7(), uuidv7()];
      const sourceName = `${jobId}.source`;
      try {
        const target = { folder, name: sourceName, maxBytes: deps.maxBytes };
        const { form, fileName, sizeBytes } = await takeFile(parts, target, readUploadForm);
        const now = clock.now();
        return await db.transaction().execute(async (trx) => {
          const { title, description, publish } = form;
          const createdBy = by.userId;
          const video = { id: videoId, title, description, publishWhenReady: publish };
          await videos.insert(trx, { ...video, createdBy, now });
          const job = { id: jobId, videoId, fileName, fileSizeBytes: sizeBytes, sourceName };
          await jobs.insert(trx, { ...job, createdBy, now });
          await recordEvent(trx, 'video.uploaded', { videoId, jobId, byUserId: by.userId }, now);
          const act = {
            action: 'video.upload',
            actor: { userId: by.userId, name: (await deps.nameOf(trx, by.userId)) ?? '' },
            subject: { id: videoId, name: title },
            before: {},
            after: {
              title,
              description,
              publishWhenReady: publish,
              fileName,
              fileSizeBytes: sizeBytes,
            },
            address: by.address,
          } as const;
          await recordAdminAct(trx, act, now);
          await deps.enqueueProcessing(trx, jobId);
          const row = await jobs.findById(trx, jobId);
          if (!row) throw jobNotFound();
          return presentUploadJob(row);
        });
      } catch (error) {
        await folder.remove(sourceName);
        throw error;
      }
    },

    /** @throws AppError 404 */
    async job(id: string): Promise<UploadJobDetail> {
      const row = await jobs.findById(db, id);
      if (!row) throw jobNotFound();
      return { ...presentUploadJob(row), ...(await deps.detailOf(id)) };
    },

    async list(query: { page: number; limit: number; search?: string | undefined }) {
      const { page, limit } = query;
      const offset = (page - 1) * limit;
      const { rows, total } = await jobs.page(db, { search: query.search, limit, offset });
      return { items: rows.map(presentUploadJob), page, limit, total };
    },
  };
}

export type UploadUsecases = ReturnType<typeof createUploadUsecases>;
