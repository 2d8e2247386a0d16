import {
  buildUrl,
  type CallInput,
  createNetworkError,
  type Endpoint,
  endpoints,
  type FileData,
  readError,
} from '@prahari/contract';
import type { Api } from './browser-api.ts';

export interface DownloadWatch {
  /** Called as bytes arrive. Their total is unknown: files are made while they are sent. */
  readonly onProgress?: (receivedBytes: number) => void;
  readonly signal?: AbortSignal;
}

type FileEndpoint = Endpoint & { readonly data: FileData };

/** Thrown when `signal` stopped the download. */
export class DownloadCancelled extends Error {
  constructor() {
    super('The download was cancelled');
    this.name = 'DownloadCancelled';
  }
}

/**
 * Fetches a file of any size with a proof, which a plain link could not carry. The browser keeps the
 * blob outside the page's memory when it is large.
 * @throws ApiError as the contract's client does, DownloadCancelled on `signal`.
 */
export async function downloadFile<E extends FileEndpoint>(
  api: Api,
  endpoint: E,
  input: CallInput<E>,
  watch: DownloadWatch = {},
): Promise<Blob> {
  const answer = await openFile(api, endpoint, input, watch);
  // A stream that breaks off rejects: half a file is never handed out as a whole one.
  return orNetworkError(watch, () => counted(answer, watch).blob());
}

/**
 * Opens a file or a stream with a proof; its bytes may still be on their way.
 * @throws ApiError as the contract's client does, DownloadCancelled on `signal`.
 */
export async function openFile<E extends FileEndpoint>(
  api: Api,
  endpoint: E,
  input: CallInput<E>,
  watch: Pick<DownloadWatch, 'signal'>,
): Promise<Response> {
  // Renews the token and learns the nonce, so that the next request is sent once.
  await api.call(endpoints.auth.validate, {});
  const url = buildUrl(window.location.origin, endpoint, input);
  const headers = await api.headersFor(endpoint.method, url);
  const answer = await orNetworkError(watch, () =>
    fetch(url, {
      method: endpoint.method,
      headers,
      credentials: 'include',
      cache: 'no-store',
      signal: watch.signal ?? null,
    }),
  );
  api.noteNonce({ header: (name) => answer.headers.get(name) });
  if (!answer.ok) throw await readError(answer);
  return answer;
}

function counted(answer: Response, { onProgress }: DownloadWatch): Response {
  if (!answer.body || !onProgress) return answer;
  let receivedBytes = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      receivedBytes += chunk.byteLength;
      onProgress(receivedBytes);
      controller.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(counter), { headers: answer.headers });
}

async function orNetworkError<T>({ signal }: DownloadWatch, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw signal?.aborted ? new DownloadCancelled() : createNetworkError();
  }
}
