import type { Readable } from 'node:stream';
import type { UploadJob } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { CatalogueRepository } from '../catalogue/index.ts';
import { displayFileName } from './file-name.rules.ts';
import type { UploadFolder } from './receive-file.usecases.ts';
import {
  fileEmpty,
  fileMissing,
  fileTooLarge,
  formNotUnderstood,
  jobNotFound,
} from './upload.errors.ts';
import { readUploadForm, type UploadForm } from './upload-form.rules.ts';
import { presentUploadJob } from './upload-job.presenter.ts';
import type { UploadJobsRepository } from './upload-jobs.repository.ts';

export type UploadPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly fileName: string;
      readonly content: Readable;
      /** True once the file proved larger than allowed. */
      isCut(): boolean;
    };

export interface UploadDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly videos: CatalogueRepository;
  readonly jobs: UploadJobsRepository;
  readonly folder: UploadFolder;
  readonly maxBytes: number;
  /** Puts the processing job into the queue in the same transaction. */
  enqueueProcessing(trx: Trx, jobId: string): Promise<void>;
}

interface Received {
  readonly form: UploadForm;
  readonly fileName: string;
  readonly sizeBytes: number;
}

export function createUploadUsecases(deps: UploadDeps) {
  const { db, clock, videos, jobs, folder } = deps;

  async function receive(parts: AsyncIterable<UploadPart>, sourceName: string): Promise<Received> {
    const fields: Record<string, string> = {};
    let received: Received | undefined;
    // To the very end: a body that breaks off after the file is no upload either.
    for await (const part of parts) {
      if (received) throw formNotUnderstood();
      if (part.kind === 'field') {
        fields[part.name] = part.value;
        continue;
      }
      if (part.name !== 'file') throw formNotUnderstood();
      const form = readUploadForm(fields);
      const sizeBytes = await folder.write(sourceName, part.content);
      if (part.isCut()) throw fileTooLarge(deps.maxBytes);
      received = { form, fileName: displayFileName(part.fileName), sizeBytes };
    }
    if (!received) throw fileMissing();
    if (received.sizeBytes === 0) throw fileEmpty();
    return received;
  }

  return {
    /**
     * Takes a lecture in: the file first, then video, job, event and queue entry in one transaction.
     * Whatever fails, neither file nor row stays.
     * @param announcedBytes length of the request as its sender says; 0 when unknown
     * @throws AppError
     */
    async upload(
      byUserId: string,
      announcedBytes: number,
      parts: AsyncIterable<UploadPart>,
    ): Promise<UploadJob> {
      await folder.requireSpace(announcedBytes);
      const [videoId, jobId] = [uuidv7(), uuidv7()];
      const sourceName = `${jobId}.source`;
      try {
        const { form, fileName, sizeBytes } = await receive(parts, sourceName);
        const now = clock.now();
        return await db.transaction().execute(async (trx) => {
          const { title, description, publish } = form;
          const createdBy = byUserId;
          const video = { id: videoId, title, description, publishWhenReady: publish };
          await videos.insert(trx, { ...video, createdBy, now });
          const job = { id: jobId, videoId, fileName, fileSizeBytes: sizeBytes, sourceName };
          await jobs.insert(trx, { ...job, createdBy, now });
          await recordEvent(trx, 'video.uploaded', { videoId, jobId, byUserId }, now);
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
    async job(id: string): Promise<UploadJob> {
      const row = await jobs.findById(db, id);
      if (!row) throw jobNotFound();
      return presentUploadJob(row);
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
