import type { UploadJob, UploadJobDetail } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { UploadForm } from '../../../platform/uploads/receive-form.ts';
import { takeFile } from '../../../platform/uploads/take-file.ts';
import type { UploadFolder } from '../../../platform/uploads/upload-folder.ts';
import type { CatalogueRepository, Onlookers, Uploader, Viewing } from '../../videos/index.ts';
import type { RecordLecture } from './record-lecture.usecases.ts';
import { jobNotFound } from './upload.errors.ts';
import { readUploadForm } from './upload-form.rules.ts';
import { presentUploadJob } from './upload-job.presenter.ts';
import type { UploadJobsRepository } from './upload-jobs.repository.ts';
import type { UploadRoom } from './upload-room.usecases.ts';
import type { UploadTarget } from './upload-target.usecases.ts';

export interface UploadDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: UploadJobsRepository;
  readonly folder: UploadFolder;
  readonly room: UploadRoom;
  readonly maxBytes: number;
  /** Reads how far processing has come, step by step. */
  detailOf(jobId: string): Promise<Pick<UploadJobDetail, 'steps' | 'log' | 'retryableUntil'>>;
  readonly recordLecture: RecordLecture;
  readonly target: UploadTarget;
  readonly videos: Pick<CatalogueRepository, 'findById'>;
  readonly onlookers: Pick<Onlookers, 'ofAll' | 'requireManaged'>;
}

/** Uploads in one request, and the jobs that come of them. */
export function createUploadUsecases(deps: UploadDeps) {
  const { db, clock, jobs, folder, room } = deps;

  return {
    /**
     * Receives a lecture in one request: the file first, then all that makes it a lecture in one
     * transaction. On any failure neither file nor row stays.
     * @throws AppError
     */
    async upload(by: Uploader, { announcedBytes, parts }: UploadForm): Promise<UploadJob> {
      await room.requireDisk(db, announcedBytes);
      await db.transaction().execute((trx) => room.requireQuota(trx, by.userId, announcedBytes));
      const jobId = uuidv7();
      const sourceName = `${jobId}.source`;
      try {
        const write = (name: string, content: AsyncIterable<Buffer>) =>
          folder.write(name, room.withinQuota(db, by, content));
        const target = { folder: { write }, name: sourceName, maxBytes: deps.maxBytes };
        const taken = await takeFile(parts, target, async (fields) => {
          const form = readUploadForm(fields);
          if (form.videoId !== null) await deps.target.require(db, by, form.videoId);
          return form;
        });
        return await db.transaction().execute(async (trx) => {
          // Once more: the announcement was a claim.
          await room.requireQuota(trx, by.userId, taken.sizeBytes);
          const file = { jobId, sourceName, ...taken };
          return deps.recordLecture(trx, by, file, clock.now());
        });
      } catch (error) {
        await folder.remove(sourceName);
        throw error;
      }
    },

    /** @throws AppError 404, out_of_scope */
    async job(viewer: Viewing, id: string): Promise<UploadJobDetail> {
      const row = await jobs.findById(db, id);
      if (!row) throw jobNotFound();
      await deps.onlookers.requireManaged(viewer, await deps.videos.findById(db, row.video_id));
      return { ...presentUploadJob(row), ...(await deps.detailOf(id)) };
    },

    async list(
      viewer: Viewing,
      query: { page: number; limit: number; search?: string | undefined },
    ) {
      const { page, limit } = query;
      const offset = (page - 1) * limit;
      const onlooker = await deps.onlookers.ofAll(viewer);
      const filter = { onlooker, search: query.search, limit, offset };
      const { rows, total } = await jobs.page(db, filter);
      return { items: rows.map(presentUploadJob), page, limit, total };
    },
  };
}

export type UploadUsecases = ReturnType<typeof createUploadUsecases>;
