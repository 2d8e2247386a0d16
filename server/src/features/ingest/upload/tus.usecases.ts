import { basePath, endpoints } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { freeChunk } from '../../../platform/uploads/piece-memory.ts';
import { fileTooLarge } from '../../../platform/uploads/upload-errors.ts';
import type { Uploader } from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import {
  beginUpload,
  cancelUpload,
  findUploadStanding,
  type ResumableDeps,
  receiveUploadBytes,
} from './resumable.usecases.ts';
import {
  readTusHeaders,
  type TusHeaders,
  type TusRequestHeaders,
  tusContentType,
  tusExtensions,
  tusRefusal,
  tusVersion,
} from './tus.rules.ts';
import { moreThanAnnounced, offsetConflict } from './upload.errors.ts';
import { checksumAlgorithms, readChecksum } from './upload-checksum.rules.ts';
import type { UploadLock } from './upload-locks.adapter.ts';

type TusDeps = ResumableDeps & Pick<IngestDeps, 'locks'>;

export interface TusRequest {
  readonly by: Uploader;
  readonly headers: TusRequestHeaders;
  readonly body: AsyncIterable<Buffer>;
  /** Ends the request, for a later one that continues its upload. */
  stop(): void;
}

export interface TusAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

const collection = `${basePath}${endpoints.uploads.beginResumable.path}`;

/** Answers OPTIONS: the supported versions and extensions. */
export function describeTus({ settings }: Pick<TusDeps, 'settings'>): TusAnswer {
  const headers = {
    'tus-version': tusVersion,
    'tus-extension': tusExtensions.join(','),
    'tus-max-size': String(settings.uploadMaxBytes),
    'tus-checksum-algorithm': checksumAlgorithms.join(','),
  };
  return { status: 204, headers };
}

/** Answers POST: starts an upload, with its first bytes if included. @throws AppError */
export async function createTusUpload(deps: TusDeps, request: TusRequest): Promise<TusAnswer> {
  const headers = readTusHeaders(request.headers, false);
  if (headers.hasConcatenation) {
    throw tusRefusal(
      'Concatenation extension is not (yet) supported. Disable parallel uploads in the tus client.',
    );
  }
  const lengthBytes = requireLength(headers);
  const { uploadMaxBytes } = deps.settings;
  if (lengthBytes > uploadMaxBytes) throw fileTooLarge(uploadMaxBytes);
  const id = uuidv7();
  return withLock(deps, request, { id }, async (lock) => {
    const { metadata, contentType } = headers;
    const { expiresAt } = await beginUpload(deps, request.by, { id, lengthBytes, metadata });
    const isWithBytes = contentType === tusContentType;
    const offsetBytes = isWithBytes
      ? await receiveBody(deps, request, { id, lengthBytes, offsetBytes: 0, headers, lock })
      : 0;
    return {
      status: 201,
      headers: {
        location: `${collection}/${id}`,
        ...(isWithBytes && { 'upload-offset': String(offsetBytes) }),
        ...(offsetBytes < lengthBytes && { 'upload-expires': expiresAt.toUTCString() }),
      },
    };
  });
}

/** Answers HEAD: tells how far an upload has come, without interrupting it. @throws AppError */
export async function findTusOffset(
  deps: TusDeps,
  request: TusRequest,
  id: string,
): Promise<TusAnswer> {
  readTusHeaders(request.headers, false);
  const { offsetBytes, lengthBytes } = await findUploadStanding(deps, request.by, id);
  const headers = { 'upload-offset': String(offsetBytes), 'upload-length': String(lengthBytes) };
  return { status: 200, headers };
}

/** Answers PATCH: receives more bytes. @throws AppError */
export async function continueTusUpload(
  deps: TusDeps,
  request: TusRequest,
  id: string,
): Promise<TusAnswer> {
  const headers = readTusHeaders(request.headers, true);
  const { uploadOffset: offsetBytes } = headers;
  if (offsetBytes === undefined) throw tusRefusal('Upload-Offset header required');
  if (headers.contentType === undefined) throw tusRefusal('Content-Type header required');
  return withLock(deps, request, { id }, async (lock) => {
    const standing = await findUploadStanding(deps, request.by, id);
    const { lengthBytes, expiresAt } = standing;
    if (standing.offsetBytes !== offsetBytes) throw offsetConflict();
    if (headers.uploadLength !== undefined) throw lengthDeferred();
    const end = await receiveBody(deps, request, { id, lengthBytes, offsetBytes, headers, lock });
    return {
      status: 204,
      headers: {
        'upload-offset': String(end),
        ...(end < lengthBytes && { 'upload-expires': expiresAt.toUTCString() }),
      },
    };
  });
}

/** Answers DELETE: discards an upload, also an active one. @throws AppError */
export async function cancelTusUpload(
  deps: TusDeps,
  request: TusRequest,
  id: string,
): Promise<TusAnswer> {
  readTusHeaders(request.headers, false);
  return withLock(deps, request, { id, isForced: true }, async () => {
    const { offsetBytes, lengthBytes } = await findUploadStanding(deps, request.by, id);
    if (offsetBytes === lengthBytes) {
      throw tusRefusal('Cannot terminate an already completed upload');
    }
    await cancelUpload(deps, request.by, id);
    return { status: 204, headers: {} };
  });
}

function requireLength({ uploadLength, hasDeferredLength }: TusHeaders): number {
  if (hasDeferredLength) throw lengthDeferred();
  if (uploadLength === undefined) {
    throw tusRefusal('Upload-Length or Upload-Defer-Length header required');
  }
  return uploadLength;
}

function lengthDeferred() {
  return tusRefusal('creation-defer-length extension is not (yet) supported.');
}

async function receiveBody(
  deps: TusDeps,
  { by, headers, body }: TusRequest,
  upload: {
    readonly id: string;
    readonly lengthBytes: number;
    readonly offsetBytes: number;
    readonly headers: TusHeaders;
    readonly lock: UploadLock;
  },
): Promise<number> {
  const { id, offsetBytes, lengthBytes, lock } = upload;
  if (offsetBytes + upload.headers.contentLength > lengthBytes) throw moreThanAnnounced();
  const header = headers['upload-checksum'];
  const checksum = readChecksum(typeof header === 'string' ? header : undefined);
  const source = touching(body, lock);
  return receiveUploadBytes(deps, by, id, { offsetBytes, source, checksum });
}

/**
 * Runs one request at a time on an upload.
 * @param isForced takes over even from an active one
 */
async function withLock<Answer>(
  { locks }: TusDeps,
  { by, stop }: TusRequest,
  { id, isForced = false }: { readonly id: string; readonly isForced?: boolean },
  work: (lock: UploadLock) => Promise<Answer>,
): Promise<Answer> {
  // Only for its owner: a request for the upload of another user interrupts nothing and learns
  // nothing.
  const lock = await locks.take(`${by.userId} ${id}`, stop, isForced);
  try {
    return await work(lock);
  } finally {
    lock.release();
  }
}

async function* touching(source: AsyncIterable<Buffer>, lock: UploadLock): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    lock.touch();
    yield chunk;
    freeChunk(chunk);
  }
}
