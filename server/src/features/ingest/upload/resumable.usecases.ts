import type { FileHandle } from 'node:fs/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { receiveBytes } from '../../../platform/uploads/receive-bytes.ts';
import { fileEmpty } from '../../../platform/uploads/upload-errors.ts';
import type { UploadFolder } from '../../../platform/uploads/upload-folder.ts';
import type { Actor, Uploader, Viewing } from '../../videos/index.ts';
import type { RecordLecture } from './record-lecture.usecases.ts';
import type {
  Hold,
  ResumableUpload,
  ResumableUploadsRepository,
} from './resumable-uploads.repository.ts';
import {
  checksumMismatch,
  jobNotFound,
  moreThanAnnounced,
  offsetConflict,
  uploadBusy,
  uploadExpired,
} from './upload.errors.ts';
import type { Checksum } from './upload-checksum.rules.ts';
import type { LectureFields } from './upload-form.rules.ts';
import type { UploadJobsRepository } from './upload-jobs.repository.ts';
import { readUploadMetadata } from './upload-metadata.rules.ts';
import type { UploadRoom } from './upload-room.usecases.ts';
import type { UploadTarget } from './upload-target.usecases.ts';

const hourMs = 3_600_000;
/** More than a user has open, and a bound to the list. */
const listed = 100;

/** Of files under way; `.source` is that of files which came in one request. */
export const resumableEnding = '.resumable';
const fileOf = (id: string) => `${id}${resumableEnding}`;

/** An upload as its protocol sees it. */
export interface Standing {
  readonly lengthBytes: number;
  readonly offsetBytes: number;
  /** When its last byte came. */
  readonly touchedAt: Date;
}

export interface ResumableDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: UploadJobsRepository;
  readonly resumables: ResumableUploadsRepository;
  readonly folder: UploadFolder;
  readonly room: UploadRoom;
  readonly lifetimeHours: number;
  readonly recordLecture: RecordLecture;
  readonly target: UploadTarget;
}

/** Receives uploads that survive failures of the line, the browser or this process. */
export function createResumableUsecases(deps: ResumableDeps) {
  const { db, clock, jobs, resumables, folder, room } = deps;
  const expiryFrom = (now: Date) => new Date(now.getTime() + deps.lifetimeHours * hourMs);

  async function openUpload(by: Actor, id: string): Promise<ResumableUpload | undefined> {
    const row = await resumables.find(db, id, by.userId);
    if (row && row.expires_at.getTime() <= clock.now().getTime()) throw uploadExpired();
    return row;
  }

  async function lectureOf(trx: Trx, by: Actor, form: LectureFields, now: Date) {
    if (form.videoId === null) {
      const { videoId: video_id, title, description, publish } = form;
      return { video_id, title, description, publish };
    }
    const row = await deps.target.reserve(trx, by, form.videoId, now);
    const { id: video_id, title, description, publish_when_ready: publish } = row;
    return { video_id, title, description, publish };
  }

  /**
   * Completes an upload: the last byte counts only together with all that makes the file a lecture.
   */
  async function complete(by: Uploader, row: ResumableUpload, hold: Hold): Promise<void> {
    const { id, title, description, publish, video_id } = row;
    const form =
      video_id === null ? { videoId: null, title, description, publish } : { videoId: video_id };
    await db.transaction().execute(async (trx) => {
      if (!(await resumables.removeHeld(trx, hold))) throw offsetConflict();
      const file = {
        jobId: id,
        sourceName: fileOf(id),
        fileName: row.file_name,
        sizeBytes: row.file_size_bytes,
        form,
      };
      await deps.recordLecture(trx, by, file, clock.now());
    });
  }

  /** Gives room back that bytes took which do not count. It is no matter when that fails. */
  async function cutToOffset(hold: Hold, file: FileHandle): Promise<void> {
    const cut = db.transaction().execute(async (trx) => {
      const held = await resumables.lockHeld(trx, hold);
      if (held) await file.truncate(held.offset_bytes);
    });
    await cut.catch(() => undefined);
  }

  return {
    /** @throws AppError: metadata not valid, empty, beyond the quota, no room, no fit target */
    async begin(
      by: Actor,
      upload: {
        readonly id: string;
        readonly lengthBytes: number;
        readonly metadata: Readonly<Record<string, string | null>>;
      },
    ): Promise<void> {
      const { id, lengthBytes } = upload;
      if (lengthBytes === 0) throw fileEmpty();
      const { form, fileName, fileModifiedAt } = readUploadMetadata(upload.metadata);
      const now = clock.now();
      await room.requireDisk(db, lengthBytes);
      await folder.create(fileOf(id));
      try {
        await db.transaction().execute(async (trx) => {
          await room.requireQuota(trx, by.userId, lengthBytes);
          const lecture = await lectureOf(trx, by, form, now);
          await resumables.insert(trx, {
            id,
            owner_id: by.userId,
            ...lecture,
            file_name: fileName,
            file_size_bytes: lengthBytes,
            file_modified_at: fileModifiedAt,
            created_at: now,
            updated_at: now,
            expires_at: expiryFrom(now),
          });
        });
      } catch (error) {
        await folder.remove(fileOf(id));
        throw error;
      }
    },

    /**
     * Tells how far an upload has come. One that has become a job is complete: a client that missed
     * the answer must not begin again.
     * @throws AppError 404, also for an upload of another user; 410
     */
    async standing(by: Actor, id: string): Promise<Standing> {
      const row = await openUpload(by, id);
      if (row) {
        const { file_size_bytes: lengthBytes, offset_bytes: offsetBytes, updated_at } = row;
        return { lengthBytes, offsetBytes, touchedAt: updated_at };
      }
      const job = await jobs.findById(db, id);
      if (!job || job.created_by !== by.userId) throw jobNotFound();
      const lengthBytes = job.file_size_bytes;
      return { lengthBytes, offsetBytes: lengthBytes, touchedAt: clock.now() };
    },

    /**
     * Takes bytes from an offset on; with the last one the file becomes a lecture. Bytes with a
     * checksum count all or none, others as far as they came, and none once its sender may not.
     * @returns the new offset
     * @throws AppError 401, 403, 404, 409, 410, 413, 460, 507
     */
    async receive(
      by: Uploader,
      id: string,
      from: {
        readonly offsetBytes: number;
        readonly source: AsyncIterable<Buffer>;
        readonly checksum: Checksum | undefined;
      },
    ): Promise<number> {
      const { offsetBytes, source, checksum } = from;
      const hold = { id, writer: uuidv7() };
      const at = { ownerId: by.userId, offsetBytes, now: clock.now() };
      const row = await resumables.takeOver(db, hold, at);
      if (!row) throw offsetConflict();
      await folder.requireSpace(0);
      const sizeBytes = row.file_size_bytes;
      const advance = async (to: number) => {
        if (to >= sizeBytes) return;
        await by.asOfNow();
        const now = clock.now();
        const standing = { offsetBytes: to, now, expiresAt: expiryFrom(now) };
        if (!(await resumables.advance(db, hold, standing))) throw uploadBusy();
      };
      const bounded = within(folder.guarded(source), sizeBytes - offsetBytes, checksum);
      const onSynced = checksum ? async () => undefined : advance;
      await using file = await folder.open(fileOf(id));
      let end: number;
      try {
        end = await receiveBytes(bounded, { file, offsetBytes, onSynced });
        if (checksum && !checksum.hash.digest().equals(checksum.digest)) throw checksumMismatch();
        if (checksum) await advance(end);
      } catch (error) {
        await cutToOffset(hold, file);
        throw error;
      }
      if (end === sizeBytes) await complete(by, row, hold);
      return end;
    },

    /** @throws AppError 404 */
    async cancel(by: Actor, id: string): Promise<void> {
      const row = await resumables.find(db, id, by.userId);
      if (!row) throw jobNotFound();
      await resumables.remove(db, id);
      await folder.remove(fileOf(id));
    },

    /** Lists the caller's own, newest first. */
    list: (by: Viewing): Promise<ResumableUpload[]> =>
      resumables.ofOwner(db, by.userId, clock.now(), listed),
  };
}

/** Refuses the first byte beyond what was announced, and hashes what passes. */
async function* within(
  source: AsyncIterable<Buffer>,
  atMost: number,
  checksum: Checksum | undefined,
): AsyncGenerator<Buffer> {
  let left = atMost;
  for await (const chunk of source) {
    left -= chunk.length;
    if (left < 0) throw moreThanAnnounced();
    checksum?.hash.update(chunk);
    yield chunk;
  }
}

export type ResumableUsecases = ReturnType<typeof createResumableUsecases>;
