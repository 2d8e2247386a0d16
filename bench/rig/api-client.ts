import { buildUrl, type Endpoint, endpoints, readError } from '@prahari/contract';
import { type ApiClient, activate, createApiClient } from '@prahari/testkit';
import { type Account, requestText } from '@prahari/virtual-learners';
import * as z from 'zod/mini';

/**
 * A program with its own device key, tokens in the body and a cookie jar. It names itself in every
 * request: keys come only to the browser in which the password was confirmed.
 * @param transport what calls go over, where it is not Node's own connections
 */
export function createBenchClient(
  origin: string,
  transport: typeof fetch = fetch,
): Promise<ApiClient> {
  return createApiClient(origin, { userAgent: 'prahari-bench/0', transport });
}

/** Sets an account's first password with the code that its creator received, and signs in. */
export async function activateAccount(
  origin: string,
  account: Account & { code: string },
): Promise<ApiClient> {
  const client = await createBenchClient(origin);
  await activate(client, account);
  return client;
}

/** Sends the upload form as a browser does. */
export async function uploadVideo(
  origin: string,
  client: ApiClient,
  video: { title: string; content: Blob },
): Promise<{ id: string; videoId: string }> {
  const form = new FormData();
  form.append('title', video.title);
  form.append('description', '');
  form.append('publish', 'true');
  form.append('file', video.content, 'video.mp4');
  // The nonce is learnt by a cheap call: a refusal would cost the whole body.
  await client.call(endpoints.auth.validate, {});
  const url = buildUrl(origin, endpoints.uploads.upload, {});
  const headers = await client.headersFor('POST', url);
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  if (!answer.ok) throw await readError(answer);
  return z.parse(z.object({ data: endpoints.uploads.upload.data }), await answer.json()).data;
}

type Inputs = { params?: unknown; query?: unknown; body?: unknown };

/**
 * Requests as they go over the wire, each with a fresh proof: the work of a client before it sends
 * is not part of the server's response time.
 */
export async function prepareRequests(
  client: ApiClient,
  origin: string,
  call: { endpoint: Endpoint; input: Inputs },
  count: number,
): Promise<string[]> {
  await client.call(endpoints.auth.validate, {});
  const { endpoint, input } = call;
  const url = new URL(buildUrl(origin, endpoint, input));
  const body = input.body === undefined ? '' : JSON.stringify(input.body);
  const requests: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const headers = await client.headersFor(endpoint.method, url.href);
    requests.push(requestText(endpoint.method, url, headers, body));
  }
  return requests;
}
