import { limits, type WireAnswer, type WireRequest } from '@prahari/contract';

/** Sends by `fetch` with cookies, and gives up after the time of the specification, section 7. */
export async function sendByFetch(request: WireRequest): Promise<WireAnswer> {
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), limits.apiTimeoutMs);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      credentials: 'include',
      cache: 'no-store',
      signal: aborter.signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    // Read here, so that the time limit covers the body too.
    const body = new Uint8Array(await response.arrayBuffer());
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      text: async () => new TextDecoder().decode(body),
      bytes: async () => body,
    };
  } finally {
    clearTimeout(timer);
  }
}
