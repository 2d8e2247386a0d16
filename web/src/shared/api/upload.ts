import {
  type Client,
  type DataOf,
  endpoints,
  errorOf,
  networkError,
  type responseHeaders,
  urlOf,
} from '@prahari/contract';
import * as z from 'zod/mini';

export interface UploadInput {
  readonly title: string;
  readonly description: string;
  readonly publish: boolean;
  readonly file: File;
}

export interface UploadWatch {
  /** Called as bytes leave the browser; both counts in bytes. */
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
  readonly signal: AbortSignal;
}

type Job = DataOf<typeof endpoints.uploads.upload>;

/** Thrown when `signal` stopped the upload. */
export class UploadCancelled extends Error {
  constructor() {
    super('The upload was cancelled');
    this.name = 'UploadCancelled';
  }
}

/**
 * Sends a lecture by XMLHttpRequest, the only way in which browsers report upload progress.
 * @throws ApiError as the contract's client does, UploadCancelled on `signal`.
 */
export async function uploadLecture(
  client: Client,
  origin: string,
  input: UploadInput,
  watch: UploadWatch,
): Promise<Job> {
  // Renews the token and learns the nonce while that is cheap: a refusal would cost the whole body.
  await client.call(endpoints.auth.validate, {});
  const url = urlOf(origin, endpoints.uploads.upload, {});
  const headers = await client.headersFor('POST', url);
  const answer = await post(url, headers, formOf(input), watch);
  client.noteNonce(answer);
  if (answer.status >= 400) throw await errorOf(answer);
  const schema = z.object({ data: endpoints.uploads.upload.data });
  return z.parse(schema, JSON.parse(await answer.text())).data;
}

/** Fields go first: the server reads the body as a stream and must know them before the file. */
function formOf({ title, description, publish, file }: UploadInput): FormData {
  const form = new FormData();
  form.append('title', title);
  form.append('description', description);
  form.append('publish', String(publish));
  form.append('file', file, file.name);
  return form;
}

function post(url: string, headers: Record<string, string>, body: FormData, watch: UploadWatch) {
  const request = new XMLHttpRequest();
  request.open('POST', url);
  request.withCredentials = true;
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  return new Promise<{
    status: number;
    header(name: typeof responseHeaders.nonce | string): string | null;
    text(): Promise<string>;
  }>((resolve, reject) => {
    if (watch.signal.aborted) return reject(new UploadCancelled());
    const stop = () => request.abort();
    watch.signal.addEventListener('abort', stop);
    request.upload.onprogress = (event) => watch.onProgress(event.loaded, event.total);
    request.onload = () =>
      resolve({
        status: request.status,
        header: (name) => request.getResponseHeader(name),
        text: async () => request.responseText,
      });
    request.onerror = () => reject(networkError());
    request.onabort = () => reject(new UploadCancelled());
    request.onloadend = () => watch.signal.removeEventListener('abort', stop);
    request.send(body);
  });
}
