import { DataStore, Server, Upload } from '@tus/server';
import { v7 as uuidv7 } from 'uuid';
import { AppError } from '../../../platform/errors/app-error.ts';
import { fileTooLarge } from '../../../platform/uploads/upload-errors.ts';
import type { Standing } from './resumable.usecases.ts';
import {
  jobNotFound,
  moreThanAnnounced,
  offsetConflict,
  uploadExpired,
  versionUnknown,
} from './upload.errors.ts';
import { checksumAlgorithms } from './upload-checksum.rules.ts';
import type { UploadLock } from './upload-locks.adapter.ts';

/** What the protocol may do on behalf of one request; each may throw an AppError. */
export interface TusCalls {
  begin(upload: {
    id: string;
    lengthBytes: number;
    metadata: Readonly<Record<string, string | null>>;
  }): Promise<void>;
  standing(id: string): Promise<Standing>;
  /** Takes the body of the request; answers the new offset. */
  receive(id: string, offsetBytes: number): Promise<number>;
  cancel(id: string): Promise<void>;
  lock(id: string): Promise<UploadLock | undefined>;
}

export interface TusRequest {
  readonly method: string;
  /** Where uploads are made; each lies below, under its id. */
  readonly collection: string;
  /** Of the address, already checked. */
  readonly uploadId: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface TusAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
}

/** All that the protocol reads; what else a client sends is not its business. */
const read = [
  ...['tus-resumable', 'upload-offset', 'upload-length', 'upload-defer-length', 'upload-metadata'],
  ...['upload-concat', 'content-type', 'content-length'],
];
/** All that it answers with: calls from other sites have no say here, so no word about them. */
const answered = [
  ...['tus-resumable', 'tus-version', 'tus-extension', 'tus-max-size', 'location'],
  ...['upload-offset', 'upload-length', 'upload-expires'],
];
const extensions = [
  ...['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum'],
];

/**
 * tus 1.0 over our own uploads. A server for each request, since its store acts for one caller and
 * takes the body from where it comes in: led through the library, each piece would be copied from
 * Node's streams to the web's and back.
 * @throws AppError
 */
export async function answerTus(
  request: TusRequest,
  calls: TusCalls,
  limits: { readonly maxBytes: number; readonly lifetimeMs: number },
): Promise<TusAnswer> {
  const refusal = (error: unknown) => asAppError(error, limits.maxBytes);
  let lock: UploadLock | undefined;
  const server = new Server({
    path: request.collection,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: limits.maxBytes,
    datastore: storeOf(calls, limits.lifetimeMs),
    namingFunction: () => uuidv7(),
    getFileIdFromRequest: () => request.uploadId,
    disableTerminationForFinishedUploads: true,
    locker: {
      newLock: (id) => ({
        async lock() {
          lock = await calls.lock(id);
        },
        async unlock() {
          lock?.release();
        },
      }),
    },
    // Thrown on, so that every refusal has the form that clients know.
    onResponseError(_request, error) {
      throw refusal(error);
    },
  });
  const headers = new Headers();
  for (const name of read) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const { method } = request;
  const response = await server.handleWeb(new Request('http://tus.invalid/', { method, headers }));
  const { status } = response;
  if (status >= 400) throw refusal({ status_code: status, body: await response.text() });
  const told = answered.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const algorithms = ['tus-checksum-algorithm', checksumAlgorithms.join(',')] as const;
  return { status, headers: method === 'OPTIONS' ? [...told, algorithms] : told };
}

function storeOf(calls: TusCalls, lifetimeMs: number): DataStore {
  const store = new DataStore();
  store.extensions = extensions;
  store.getExpiration = () => lifetimeMs;
  store.create = async (upload) => {
    const { id, size: lengthBytes = 0, metadata = {} } = upload;
    await calls.begin({ id, lengthBytes, metadata });
    return upload;
  };
  store.getUpload = async (id) => {
    const { lengthBytes, offsetBytes, touchedAt } = await calls.standing(id);
    // The library counts the lifetime from here; ours begins again with each byte.
    const creation_date = touchedAt.toISOString();
    return new Upload({ id, size: lengthBytes, offset: offsetBytes, creation_date });
  };
  store.write = (empty, id, offset) => {
    empty.resume();
    return calls.receive(id, offset);
  };
  store.remove = (id) => calls.cancel(id);
  return store;
}

/**
 * Turns the library's refusals into errors: they are bare objects with a status and a line of text.
 */
function asAppError(error: unknown, maxBytes: number): unknown {
  if (typeof error !== 'object' || error === null || !('status_code' in error)) return error;
  const text = 'body' in error && typeof error.body === 'string' ? error.body.trim() : '';
  // To the library another version is a malformed header; to the protocol it is 412.
  if (text.startsWith('Invalid tus-resumable')) return versionUnknown();
  switch (error.status_code) {
    case 404:
      return jobNotFound();
    case 409:
      return offsetConflict();
    case 410:
      return uploadExpired();
    case 412:
      return versionUnknown();
    case 413:
      return text.startsWith('Maximum') ? fileTooLarge(maxBytes) : moreThanAnnounced();
    default:
      return new AppError('INVALID_FORMAT', text.split('\n', 1)[0] ?? '');
  }
}
