import { buildUrl, type Endpoint } from '@prahari/contract';
import type { Input } from './role-inputs.ts';
import type { TestClient } from './test-client.ts';

/** Makes a call with any body, and returns only how it was answered; the client learns its nonce. */
export async function readStatus(
  origin: string,
  client: TestClient,
  endpoint: Endpoint,
  input: Input,
): Promise<number> {
  const url = buildUrl(origin, endpoint, input);
  const headers = await client.headersFor(endpoint.method, url);
  const answer = await fetch(url, {
    method: endpoint.method,
    headers: input.body ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(input.body ? { body: JSON.stringify(input.body) } : {}),
  });
  client.noteNonce({ header: (name) => answer.headers.get(name) });
  // A stream of events has no end of its own.
  if (answer.headers.get('content-type')?.startsWith('text/event-stream'))
    await answer.body?.cancel();
  else await answer.arrayBuffer();
  return answer.status;
}
