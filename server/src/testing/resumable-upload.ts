import { buildUrl, endpoints, readError } from '@prahari/contract';
import type { TestClient } from './test-client.ts';

export interface ResumableStart {
  readonly title?: string;
  readonly fileName?: string;
  readonly lengthBytes: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

const uploads = endpoints.uploads;

/** A tus 1.0 client with our proofs. @throws ApiError */
export function createTusClient(origin: string, client: TestClient) {
  /** One request with the headers of its protocol and our own. */
  async function send(
    method: string,
    url: string,
    headers: Record<string, string>,
    body?: Uint8Array<ArrayBuffer> | ReadableStream,
  ): Promise<Response> {
    // The nonce is learnt by a cheap call: a refusal would cost the whole body.
    await client.call(endpoints.auth.validate, {});
    const own = await client.headersFor(method, url);
    const answer = await fetch(url, {
      method,
      headers: { 'tus-resumable': '1.0.0', ...own, ...headers },
      ...(body ? { body, duplex: 'half' } : {}),
    });
    if (!answer.ok) throw await readError(answer);
    return answer;
  }
  const urlTo = (id: string) => buildUrl(origin, uploads.resumableOffset, { params: { id } });

  return {
    send,
    urlTo,
    options: () => send('OPTIONS', buildUrl(origin, uploads.resumableOptions, {}), {}),

    /** @returns the id of the upload */
    async begin({ title = 'Light', fileName = 'video.mp4', ...start }: ResumableStart) {
      const metadata = { title, filename: fileName, ...start.metadata };
      const pairs = Object.entries(metadata).map(
        ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
      );
      const answer = await send('POST', buildUrl(origin, uploads.beginResumable, {}), {
        'upload-length': `${start.lengthBytes}`,
        'upload-metadata': pairs.join(','),
      });
      return answer.headers.get('location')?.split('/').at(-1) ?? '';
    },

    /** How far it has come, in bytes. */
    async offset(id: string): Promise<number> {
      const answer = await send('HEAD', urlTo(id), {});
      return Number(answer.headers.get('upload-offset'));
    },

    /** @returns the new offset in bytes */
    async patch(
      id: string,
      offsetBytes: number,
      body: Uint8Array<ArrayBuffer> | ReadableStream,
      headers: Record<string, string> = {},
    ): Promise<number> {
      const answer = await send(
        'PATCH',
        urlTo(id),
        {
          'content-type': 'application/offset+octet-stream',
          'upload-offset': `${offsetBytes}`,
          ...headers,
        },
        body,
      );
      return Number(answer.headers.get('upload-offset'));
    },

    cancel: (id: string) => send('DELETE', urlTo(id), {}),
  };
}
