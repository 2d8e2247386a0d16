import { buildUrl, type DataOf, endpoints, readError } from '@prahari/contract';
import * as z from 'zod/mini';
import type { TestClient } from './test-client.ts';

export interface VideoUpload {
  readonly title?: string;
  readonly description?: string;
  readonly publish?: boolean;
  /** Of an announced video. */
  readonly videoId?: string;
  readonly fileName?: string;
  /** Left out: the form has no file. */
  readonly content?: Uint8Array<ArrayBuffer>;
  /** Sent in chunks, without a word of their length. */
  readonly isUnmeasured?: boolean;
}

/**
 * Sends the upload form as a browser would.
 * @param origin of the process that receives it
 * @throws ApiError
 */
export async function uploadVideo(
  origin: string,
  client: TestClient,
  upload: VideoUpload,
): Promise<DataOf<typeof endpoints.uploads.upload>> {
  const form = new FormData();
  if (upload.title !== undefined) form.append('title', upload.title);
  if (upload.description !== undefined) form.append('description', upload.description);
  if (upload.publish !== undefined) form.append('publish', String(upload.publish));
  if (upload.videoId !== undefined) form.append('videoId', upload.videoId);
  if (upload.content) {
    form.append('file', new Blob([upload.content]), upload.fileName ?? 'video.mp4');
  }
  // The nonce is learnt by a cheap call: a refusal would cost the whole body.
  await client.call(endpoints.auth.validate, {});
  const { upload: endpoint } = endpoints.uploads;
  const headers = await client.headersFor('POST', buildUrl(client.origin, endpoint, {}));
  const url = buildUrl(origin, endpoint, {});
  const answer = await fetch(url, { method: 'POST', ...buildBody(form, headers, upload) });
  if (!answer.ok) throw await readError(answer);
  return z.parse(z.object({ data: endpoints.uploads.upload.data }), await answer.json()).data;
}

function buildBody(form: FormData, headers: Record<string, string>, upload: VideoUpload) {
  if (!upload.isUnmeasured) return { headers, body: form };
  const { body, headers: own } = new Response(form);
  const type = own.get('content-type') ?? '';
  return { headers: { ...headers, 'content-type': type }, body, duplex: 'half' as const };
}
