import http from 'node:http';
import { buildUrl, endpoints } from '@prahari/contract';
import type { ApiClient } from '@prahari/testkit';

const { beginResumable, resumableOffset, continueResumable } = endpoints.uploads;
const version = { 'tus-resumable': '1.0.0' };

async function buildHeaders(client: ApiClient, method: string, url: string) {
  // Learns the nonce where that is cheap.
  await client.call(endpoints.auth.validate, {});
  return { ...version, ...(await client.headersFor(method, url)) };
}

/** Begins a resumable upload (tus 1.0). @returns its id */
export async function beginUpload(client: ApiClient, title: string, lengthBytes: number) {
  const url = buildUrl(client.origin, beginResumable, {});
  const pairs = Object.entries({ title, filename: 'video.mp4', publish: 'true' });
  const metadata = pairs.map(([key, value]) => `${key} ${btoa(value)}`).join(',');
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      ...(await buildHeaders(client, 'POST', url)),
      'upload-length': `${lengthBytes}`,
      'upload-metadata': metadata,
    },
  });
  if (answer.status !== 201) throw new Error(`not begun: ${answer.status}`);
  return answer.headers.get('location')?.split('/').at(-1) ?? '';
}

/** How many bytes the server has stored. */
export async function readUploadOffset(client: ApiClient, id: string): Promise<number> {
  const url = buildUrl(client.origin, resumableOffset, { params: { id } });
  const headers = await buildHeaders(client, 'HEAD', url);
  const answer = await fetch(url, { method: 'HEAD', headers });
  if (!answer.ok) throw new Error(`no offset: ${answer.status}`);
  return Number(answer.headers.get('upload-offset'));
}

/** A PATCH whose body is written by the caller, so that it can be broken off anywhere. */
export async function openPatch(
  client: ApiClient,
  id: string,
  offsetBytes: number,
): Promise<{ request: http.ClientRequest; status: Promise<number> }> {
  const url = buildUrl(client.origin, continueResumable, { params: { id } });
  const headers = {
    ...(await buildHeaders(client, 'PATCH', url)),
    'content-type': 'application/offset+octet-stream',
    'upload-offset': `${offsetBytes}`,
  };
  const request = http.request(url, { method: 'PATCH', headers });
  const { promise: status, resolve, reject } = Promise.withResolvers<number>();
  request.on('error', reject);
  request.on('response', (answer) => {
    answer.resume();
    resolve(answer.statusCode ?? 0);
  });
  status.catch(() => undefined);
  return { request, status };
}
