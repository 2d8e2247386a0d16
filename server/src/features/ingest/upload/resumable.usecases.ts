import { v7 as uuidv7 } from 'uuid';
import type { Trx } from '../../../platform/db/database.ts';
import { fileEmpty } from '../../../platform/uploads/upload-errors.ts';
import {
  type Arrived,
  type ArrivingFile,
  FilePartLost,
  type StoredPiece,
} from '../../../platform/uploads/upload-store.ts';
import type { Actor, CallerRights, Uploader } from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import { recordUploadedFile } from './record-upload.usecases.ts';
import {
  advanceUpload,
  deleteHeldUpload,
  deleteUpload,
  findResumableUpload,
  type Hold,
  insertResumableUpload,
  listPieces,
  listResumableUploads,
  lockHeldUpload,
  putUploadBack,
  type ResumableUpload,
  takeOverUpload,
  toUploadColumns,
} from './resumable-uploads.repository.ts';
import {
  checksumMismatch,
  jobNotFound,
  moreThanAnnounced,
  offsetConflict,
  uploadBusy,
  uploadExpired,
  uploadPartLost,
} from './upload.errors.ts';
import type { Checksum } from './upload-checksum.rules.ts';
import type { UploadFields } from './upload-form.rules.ts';
import { findUploadJobRow } from './upload-jobs.repository.ts';
import { readUploadMetadata } from './upload-metadata.rules.ts';
import { reserveUploadTarget } from './upload-target.usecases.ts';

const hourMs = 3_600_000;
/** More than a user has open; bounds the list. */
const listed = 100;

/** Of files that are still arriving; `.source` belongs to files sent in one request. */
export const resumableEnding = '.resumable';
const fileOf = (id: string) => `${id}${resumableEnding}`;

/** An upload as its protocol sees it. */
export interface UploadStanding {
  readonly lengthBytes: number;
  readonly offsetBytes: number;
  readonly expiresAt: Date;
}

export type ResumableDeps = Pick<
  IngestDeps,
  'db' | 'clock' | 'store' | 'quota' | 'settings' | 'nameOf' | 'queue' | 'videos'
>;

/**
 * Starts an upload that survives failures of the network, the browser or this process.
 * @throws AppError: metadata not valid, empty, beyond the quota, no room, no fit target
 */
export async function beginUpload(
  deps: ResumableDeps,
  by: Actor,
  upload: {
    readonly id: string;
    readonly lengthBytes: number;
    readonly metadata: Readonly<Record<string, string | null>>;
  },
): Promise<UploadStanding> {
  const { db, clock, store, quota } = deps;
  const { id, lengthBytes } = upload;
  if (lengthBytes === 0) throw fileEmpty();
  const { form, fileName, fileModifiedAt } = readUploadMetadata(upload.metadata);
  const now = clock.now();
  const expiresAt = expiryFrom(deps, now);
  await quota.requireDiskSpace(db, lengthBytes);
  const begun = await store.begin(fileOf(id), lengthBytes);
  try {
    await db.transaction().execute(async (trx) => {
      await quota.requireQuota(trx, by.userId, lengthBytes);
      const video = await describeVideoOfUpload(deps, trx, { by, form, now });
      await insertResumableUpload(trx, {
        id,
        owner_id: by.userId,
        ...video,
        ...toUploadColumns(begun),
        file_name: fileName,
        file_size_bytes: lengthBytes,
        file_modified_at: fileModifiedAt,
        created_at: now,
        updated_at: now,
        expires_at: expiresAt,
      });
    });
  } catch (error) {
    await store.remove(fileOf(id));
    throw error;
  }
  return { lengthBytes, offsetBytes: 0, expiresAt };
}

/**
 * Finds how far an upload has come. One that has become a job is complete: a client that missed the
 * answer must not start again.
 * @throws AppError 404, also for an upload of another user; 410
 */
export async function findUploadStanding(
  deps: Pick<ResumableDeps, 'db' | 'clock' | 'settings' | 'store'>,
  by: CallerRights,
  id: string,
): Promise<UploadStanding> {
  const { db, clock, store } = deps;
  const row = await findResumableUpload(db, id, by.userId);
  if (row) {
    const { expires_at: expiresAt } = row;
    if (expiresAt.getTime() <= clock.now().getTime()) throw uploadExpired();
    // Begun before the operator chose another place for files.
    if ((row.object_upload_id !== null) !== store.isShared) throw uploadExpired();
    return { lengthBytes: row.file_size_bytes, offsetBytes: row.offset_bytes, expiresAt };
  }
  const job = await findUploadJobRow(db, id);
  if (!job || job.created_by !== by.userId) throw jobNotFound();
  const lengthBytes = job.file_size_bytes;
  return { lengthBytes, offsetBytes: lengthBytes, expiresAt: expiryFrom(deps, clock.now()) };
}

/**
 * Receives bytes from an offset on; with the last one the file becomes a video. Bytes with a
 * checksum count completely or not at all, others as far as they arrived, and none once the sender
 * has lost permission.
 * @returns the new offset
 * @throws AppError 401, 403, 404, 409, 410, 413, 460, 507
 */
export async function receiveUploadBytes(
  deps: ResumableDeps,
  by: Uploader,
  id: string,
  from: {
    readonly offsetBytes: number;
    readonly source: AsyncIterable<Buffer>;
    readonly checksum: Checksum | undefined;
  },
): Promise<number> {
  const { db, clock } = deps;
  const { offsetBytes } = from;
  const hold = { id, writer: uuidv7() };
  const at = { ownerId: by.userId, offsetBytes, now: clock.now() };
  const row = await takeOverUpload(db, hold, at);
  if (!row) throw offsetConflict();
  try {
    const arrived = await receiveAndRecord(deps, by, { row, hold, ...from });
    if (arrived.offsetBytes === row.file_size_bytes) {
      await completeUpload(deps, by, { row, hold, unrecorded: arrived.pieces });
    }
    return arrived.offsetBytes;
  } catch (error) {
    if (!(error instanceof FilePartLost)) throw error;
    await putBack(deps, row, hold, error);
    throw uploadPartLost(error);
  }
}

/** Discards an upload. @throws AppError 404 */
export async function cancelUpload(
  { db, store }: Pick<ResumableDeps, 'db' | 'store'>,
  by: CallerRights,
  id: string,
): Promise<void> {
  const row = await findResumableUpload(db, id, by.userId);
  if (!row) throw jobNotFound();
  await deleteUpload(db, id);
  await store.remove(fileOf(id));
}

/** Lists the caller's own uploads under way, newest first. */
export function listUnfinishedUploads(
  { db, clock }: Pick<ResumableDeps, 'db' | 'clock'>,
  by: CallerRights,
): Promise<ResumableUpload[]> {
  return listResumableUploads(db, by.userId, clock.now(), listed);
}

async function describeVideoOfUpload(
  deps: Pick<ResumableDeps, 'videos'>,
  trx: Trx,
  { by, form, now }: { readonly by: Actor; readonly form: UploadFields; readonly now: Date },
) {
  if (form.videoId === null) {
    const { videoId: video_id, title, description, publish } = form;
    return { video_id, title, description, publish };
  }
  const row = await reserveUploadTarget(deps, trx, { by, videoId: form.videoId, now });
  const { id: video_id, title, description, publish_when_ready: publish } = row;
  return { video_id, title, description, publish };
}

/** A request that holds an upload. */
interface Holding {
  readonly row: ResumableUpload;
  readonly hold: Hold;
}

/** @returns the end of what arrived; of a whole file the pieces that are not recorded yet */
async function receiveAndRecord(
  deps: ResumableDeps,
  by: Uploader,
  request: Holding & Parameters<typeof receiveUploadBytes>[3],
): Promise<Arrived> {
  const { db, clock, store } = deps;
  const { row, hold, offsetBytes, source, checksum } = request;
  const sizeBytes = row.file_size_bytes;
  const advance = async ({ offsetBytes: to, pieces }: Arrived) => {
    if (to >= sizeBytes) return;
    await by.asOfNow();
    const now = clock.now();
    const standing = { offsetBytes: to, now, expiresAt: expiryFrom(deps, now) };
    const replaced = await advanceUpload(db, hold, standing, pieces);
    // What an overtaken request stored counts for no one.
    await removePieces(deps, replaced ?? pieces.map(({ objectKey }) => objectKey));
    if (!replaced) throw uploadBusy();
  };
  const unchecked: StoredPiece[] = [];
  const onStored = checksum
    ? async ({ pieces }: Arrived) => void unchecked.push(...pieces)
    : advance;
  const bounded = within(source, sizeBytes - offsetBytes, checksum);
  try {
    const file = await describeFile(deps, row, offsetBytes);
    const end = await store.receive(file, { offsetBytes, source: bounded, onStored });
    if (checksum && !checksum.hash.digest().equals(checksum.digest)) throw checksumMismatch();
    const arrived = { offsetBytes: end.offsetBytes, pieces: [...unchecked, ...end.pieces] };
    if (checksum) await advance(arrived);
    return arrived;
  } catch (error) {
    await cutToOffset(deps, hold);
    throw error;
  }
}

/** Describes a file with what counts of it from the part on that continues at an offset. */
async function describeFile(
  { db }: Pick<ResumableDeps, 'db'>,
  row: ResumableUpload,
  offsetBytes: number,
): Promise<ArrivingFile> {
  const { id, file_size_bytes: lengthBytes, object_upload_id, part_bytes } = row;
  const file = { name: fileOf(id), lengthBytes };
  if (object_upload_id === null || part_bytes === null) {
    return { ...file, upload: null, pieces: [] };
  }
  const upload = { id: object_upload_id, partBytes: part_bytes };
  const pieces = await listPieces(db, id, offsetBytes - (offsetBytes % part_bytes));
  return { ...file, upload, pieces };
}

/**
 * Completes an upload: the last byte counts only together with all that makes the file a video.
 * @throws FilePartLost
 */
async function completeUpload(
  deps: ResumableDeps,
  by: Uploader,
  { row, hold, unrecorded }: Holding & { readonly unrecorded: readonly StoredPiece[] },
): Promise<void> {
  const { id, title, description, publish, video_id } = row;
  const { store } = deps;
  const known = await describeFile(deps, row, 0);
  const pieces = [...known.pieces, ...unrecorded];
  await store.complete({ ...known, pieces });
  const form =
    video_id === null ? { videoId: null, title, description, publish } : { videoId: video_id };
  await deps.db.transaction().execute(async (trx) => {
    if (!(await deleteHeldUpload(trx, hold))) throw offsetConflict();
    const file = {
      jobId: id,
      sourceName: fileOf(id),
      fileName: row.file_name,
      sizeBytes: row.file_size_bytes,
      form,
    };
    await recordUploadedFile(deps, trx, { uploader: by, file, now: deps.clock.now() });
  });
  // By what the store has: a process that was killed left pieces that no row knows.
  await store.removeTails(fileOf(id)).catch(() => undefined);
}

/** Frees the room of pieces that are not needed. A failure leaves them until the file is whole. */
async function removePieces(
  { store }: Pick<ResumableDeps, 'store'>,
  objectKeys: readonly (string | null)[],
): Promise<void> {
  const keys = objectKeys.flatMap((key) => key ?? []);
  await store.removePieces(keys).catch(() => undefined);
}

/** Lets an upload go on from the first byte that object storage lost. */
async function putBack(
  { db, store }: Pick<ResumableDeps, 'db' | 'store'>,
  { id, file_size_bytes: lengthBytes }: ResumableUpload,
  hold: Hold,
  { offsetBytes, isUploadGone }: FilePartLost,
): Promise<void> {
  const begun = isUploadGone ? await store.begin(fileOf(id), lengthBytes) : undefined;
  await putUploadBack(db, hold, offsetBytes, begun);
}

/** Frees the room of bytes that do not count. A failure of that does not matter. */
async function cutToOffset(
  { db, store }: Pick<ResumableDeps, 'db' | 'store'>,
  hold: Hold,
): Promise<void> {
  if (store.isShared) return;
  const cut = db.transaction().execute(async (trx) => {
    const held = await lockHeldUpload(trx, hold);
    if (held) await store.cutBack(fileOf(hold.id), held.offset_bytes);
  });
  await cut.catch(() => undefined);
}

function expiryFrom({ settings }: Pick<ResumableDeps, 'settings'>, now: Date): Date {
  return new Date(now.getTime() + settings.uploadLifetimeHours * hourMs);
}

/** Refuses the first byte beyond the announced length, and hashes the others. */
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
