import {
  buildUrl,
  type CallInput,
  createNetworkError,
  type Endpoint,
  endpoints,
  type FormBody,
  readError,
} from '@prahari/contract';
import * as z from 'zod/mini';
import type { Api } from './browser-api.ts';

export interface UploadWatch {
  /** Called as bytes leave the browser; both counts in bytes. */
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
  readonly signal: AbortSignal;
}

const enveloped = z.object({ data: z.unknown() });
type FormEndpoint = Endpoint & { readonly body: FormBody };

/** Thrown when `signal` stopped the upload. */
export class UploadCancelled extends Error {
  constructor() {
    super('The upload was cancelled');
    this.name = 'UploadCancelled';
  }
}

/**
 * Sends a form with a file by XMLHttpRequest, the only way in which browsers report upload progress.
 * Put fields before the file: the server reads the body as a stream and must know them by then.
 * @throws ApiError as the contract's client does, UploadCancelled on `signal`.
 */
export async function uploadForm<E extends FormEndpoint, Data extends z.ZodMiniType>(
  api: Api,
  endpoint: E & { readonly data: Data },
  input: CallInput<E> & { readonly form: FormData },
  watch: UploadWatch,
): Promise<z.output<Data>> {
  // Renews the token and learns the nonce while that is cheap: a refusal would cost the whole body.
  await api.call(endpoints.auth.validate, {});
  const url = buildUrl(window.location.origin, endpoint, input);
  const headers = await api.headersFor(endpoint.method, url);
  const answer = await post(url, headers, input.form, watch);
  api.noteNonce(answer);
  if (answer.status >= 400) throw await readError(answer);
  const { data } = z.parse(enveloped, JSON.parse(await answer.text()));
  const schema: Data = endpoint.data;
  return z.parse(schema, data);
}

function post(url: string, headers: Record<string, string>, body: FormData, watch: UploadWatch) {
  const request = new XMLHttpRequest();
  request.open('POST', url);
  request.withCredentials = true;
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  return new Promise<{
    status: number;
    header(name: string): string | null;
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
    request.onerror = () => reject(createNetworkError());
    request.onabort = () => reject(new UploadCancelled());
    request.onloadend = () => watch.signal.removeEventListener('abort', stop);
    request.send(body);
  });
}
