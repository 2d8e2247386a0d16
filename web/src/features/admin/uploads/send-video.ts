import {
  ApiError,
  type Audience,
  buildUrl,
  createNetworkError,
  endpoints,
  readError,
} from '@prahari/contract';
import { DetailedError, Upload } from 'tus-js-client';
import type { Api } from '../../../shared/api/browser-api.ts';
import { computeNextChunkBytes, FIRST_CHUNK_BYTES } from './chunk-size.ts';
import { createSignedRequests } from './signed-requests.ts';

export interface VideoToSend {
  readonly file: File;
  readonly title: string;
  readonly description: string;
  readonly category: string | null;
  /** Null: that of the uploader's scope. */
  readonly audience: Audience | null;
  readonly publish: boolean;
  /** The announced video that it is for, whose details are kept. */
  readonly videoId?: string;
  /** Of an earlier upload, to continue. */
  readonly uploadId?: string;
}

export interface SendHandlers {
  /** The video is there, without its file so far. */
  onAnnounced(videoId: string): void;
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

/**
 * Sends one file. Its video comes first, with all that is said of it, so that it never is for
 * others than it is meant for; and nothing has to fit into the headers of the upload.
 */
export function sendVideo(api: Api, video: VideoToSend, handlers: SendHandlers): Sending {
  const { file } = video;
  let { videoId, uploadId } = video;
  let announcing: Promise<void> | undefined;
  let hasAnnounced = false;
  let tries = 0;
  let pieceBeganMs = performance.now();

  const upload = new Upload(file, {
    endpoint: buildUrl(window.location.origin, endpoints.uploads.beginResumable, {}),
    uploadUrl: uploadId ? buildAddress(uploadId) : null,
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

  async function announce(): Promise<void> {
    const { title, description, category, audience, publish } = video;
    const body = {
      title,
      description,
      category,
      published: publish,
      ...(audience && { audience }),
    };
    const made = await api.call(endpoints.videos.create, { body });
    videoId = made.id;
    hasAnnounced = true;
    handlers.onAnnounced(videoId);
  }

  /** @param run of the start that this belongs to; a stop ends it */
  async function begin(run: number): Promise<void> {
    const isOver = () => run !== tries;
    if (!videoId && !uploadId) {
      // A start right after a stop waits for the call that is under way.
      announcing ??= announce().finally(() => {
        announcing = undefined;
      });
      await announcing;
    }
    if (isOver()) return;
    const { name: filename, lastModified } = file;
    const of = videoId ? { videoId } : {};
    upload.options.metadata = { ...of, filename, lastmodified: String(lastModified) };
    upload.start();
  }

  async function start(run: number, failures = 0): Promise<void> {
    try {
      await begin(run);
    } catch (error) {
      if (run !== tries) return;
      const delayMs = RETRY_MS[failures];
      if (!(error instanceof ApiError) || error.status !== 0 || delayMs === undefined) {
        return handlers.onError(error);
      }
      handlers.onWaiting();
      setTimeout(() => {
        if (run === tries) void start(run, failures + 1);
      }, delayMs);
    }
  }

  function stop(): Promise<void> {
    tries += 1;
    return upload.abort();
  }

  return {
    start() {
      tries += 1;
      void start(tries);
    },
    stop: () => void stop(),
    async discard() {
      await stop();
      await announcing?.catch(() => undefined);
      if (uploadId) await giveUpUpload(api, uploadId);
      // It was for this file alone.
      if (hasAnnounced && videoId) {
        await api.call(endpoints.videos.remove, { params: { id: videoId } });
      }
    },
  };
}

/**
 * Discards an upload at the server; one that it no longer knows counts as discarded. @throws
 * ApiError
 */
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
