import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceRequest } from './drivers.rules.ts';
import type { ServiceAnswer } from './service-answer.rules.ts';

/** Three tries of this and their pauses are less than the 10 s that a client waits (section 9). */
const tryTimeoutMs = 2800;
const tries = 3;
const firstPauseMs = 150;
/** No licence is longer. */
const maxAnswerBytes = 1024 ** 2;
/** What stands before the service is busy or misses it; a 500 may be an answer (PlayReady's faults). */
const worthRepeating = new Set([429, 502, 503, 504]);

/** The service did not answer. `message` says in plain words what happened. */
export class ServiceSilent extends Error {
  override readonly name = 'ServiceSilent';
}

/**
 * Asks a licence service, again with growing pauses while it does not answer. Redirects are not
 * followed: they would carry challenge and credentials to somewhere that nobody configured.
 * @throws ServiceSilent
 */
export async function askService(
  request: ServiceRequest,
  timeoutMs: number = tryTimeoutMs,
): Promise<ServiceAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === tries;
    try {
      const answer = await askOnce(request, timeoutMs);
      if (isLast || !worthRepeating.has(answer.status)) return answer;
    } catch (error) {
      if (isLast || !(error instanceof ServiceSilent)) throw error;
    }
    // Half of it by chance, so that many requests do not come back together.
    await pause(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
  }
}

async function askOnce(request: ServiceRequest, timeoutMs: number): Promise<ServiceAnswer> {
  const begun = performance.now();
  const { url, headers, body } = request;
  try {
    const answer = await fetch(url, {
      ...{ method: 'POST', headers, redirect: 'manual' },
      body: typeof body === 'string' ? body : new Uint8Array(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = await readUpTo(answer.body, maxAnswerBytes);
    return {
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      body: bytes,
      milliseconds: performance.now() - begun,
    };
  } catch (error) {
    if (error instanceof ServiceSilent) throw error;
    throw new ServiceSilent(plainWords(error), { cause: error });
  }
}

async function readUpTo(body: ReadableStream<Uint8Array> | null, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > most)
      throw new ServiceSilent('The service answered more than any licence is long.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Texts of errors stay out: they may repeat addresses and headers. */
function plainWords(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return 'The service did not answer in time.';
  }
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the service is not known.';
  if (code === 'ECONNREFUSED') return 'The service refused the connection.';
  if (code.includes('CERT') || code.includes('TLS') || code.includes('SSL')) {
    return `The certificate of the service is not trusted (${code}).`;
  }
  return `The connection to the service failed${code ? ` (${code})` : ''}.`;
}
