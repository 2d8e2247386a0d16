import { ApiError, buildUrl, createNetworkError, endpoints, readError } from '@prahari/contract';
import { DetailedError, Upload } from 'tus-js-client';
import type { Api } from '../../../shared/api/browser-api.ts';
import { computeNextChunkBytes, FIRST_CHUNK_BYTES } from './chunk-size.ts';
import { createSignedRequests } from './signed-requests.ts';

export interface VideoToSend {
  readonly file: File;
  readonly title: string;
  readonly description: string;
  readonly publish: boolean;
  /** The announced video that it is for, whose details are kept. */
  readonly videoId?: string;
  /** Of an upload that has begun before, to go on with. */
  readonly uploadId?: string;
}

export interface SendHandlers {
  onBegun(uploadId: string): void;
  onProgress(sentBytes: number): void;
  /** The connection was lost or the server is busy; it continues automatically. */
  onWaiting(): void;
  onDone(): void;
  onError(error: unknown): void;
}

export interface Sending {
  /** Starts, or continues at the server's offset. */
  start(): void;
  /** Stops; received bytes stay. */
  stop(): void;
  /** Stops, and has the server forget it. @throws ApiError */
  discard(): Promise<void>;
}

const RETRY_MS = [500, 1000, 2000, 5000, 10_000, ...Array.from({ length: 500 }, () => 20_000)];

/** Sends one video by tus 1.0, in pieces that fit the line, each with a checksum. */
export function sendVideo(api: Api, video: VideoToSend, handlers: SendHandlers): Sending {
  const { file, title, description, publish, videoId } = video;
  const said = videoId ? { videoId } : { title, description, publish: String(publish) };
  let uploadId = video.uploadId;
  let pieceBeganMs = performance.now();

  const upload = new Upload(file, {
    endpoint: buildUrl(window.location.origin, endpoints.uploads.beginResumable, {}),
    uploadUrl: uploadId ? buildAddress(uploadId) : null,
    metadata: {
      ...said,
      filename: file.name,
      lastmodified: String(file.lastModified),
    },
    chunkSize: FIRST_CHUNK_BYTES,
    // The server keeps the list, which outlives this browser's storage.
    storeFingerprintForResuming: false,
    httpStack: createSignedRequests(api),
    retryDelays: RETRY_MS,
    onShouldRetry(error) {
      const isPassing = mayPass(error);
      if (isPassing) handlers.onWaiting();
      return isPassing;
    },
    onUploadUrlAvailable() {
      uploadId = upload.url?.split('/').at(-1);
      pieceBeganMs = performance.now();
      if (uploadId) handlers.onBegun(uploadId);
    },
    onProgress: (sentBytes) => handlers.onProgress(sentBytes),
    onChunkComplete(bytes) {
      const nowMs = performance.now();
      upload.options.chunkSize = computeNextChunkBytes(bytes, nowMs - pieceBeganMs);
      pieceBeganMs = nowMs;
    },
    onSuccess: () => handlers.onDone(),
    onError: (error) => void told(error).then(handlers.onError),
  });

  return {
    start: () => upload.start(),
    stop: () => void upload.abort(),
    async discard() {
      await upload.abort();
      if (uploadId) await giveUpUpload(api, uploadId);
    },
  };
}

/** Has the server forget an upload; one that it does not know any more is given up too. @throws ApiError */
export async function giveUpUpload(api: Api, id: string): Promise<void> {
  try {
    await Upload.terminate(buildAddress(id), {
      httpStack: createSignedRequests(api),
      retryDelays: [1000],
    });
  } catch (error) {
    const reason = error instanceof Error ? await told(error) : error;
    if (!(reason instanceof ApiError) || reason.status !== 404) throw reason;
  }
}

function buildAddress(id: string): string {
  return buildUrl(window.location.origin, endpoints.uploads.resumableOffset, { params: { id } });
}

/** Conflicts and damaged chunks too: the next try asks for the offset. */
function mayPass(error: Error): boolean {
  if (!(error instanceof DetailedError)) return false;
  if (error.causingError instanceof ApiError) return error.causingError.status === 0;
  const status = error.originalResponse?.getStatus() ?? 0;
  // 507 needs an administrator to make room.
  return status === 0 || [409, 423, 429, 460].includes(status) || (status >= 500 && status !== 507);
}

async function told(error: Error): Promise<unknown> {
  if (!(error instanceof DetailedError)) return error;
  if (error.causingError instanceof ApiError) return error.causingError;
  const { originalResponse: answer } = error;
  if (!answer) return createNetworkError();
  return readError({ status: answer.getStatus(), text: async () => answer.getBody() });
}
