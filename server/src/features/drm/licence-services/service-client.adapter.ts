import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceFault, ServiceTrouble } from '@prahari/contract';
import { Agent, errors, request as send } from 'undici';
import { isPrivateHost } from '../../../platform/outgoing/private-address.ts';
import { lookUpPublic, privateCode } from '../../../platform/outgoing/public-lookup.ts';
import type { ServiceRequest } from './drivers.rules.ts';
import type { ServiceAnswer } from './service-answer.rules.ts';

/** Three tries of this and their pauses are less than the 10 s that a client waits (section 9). */
const tryTimeoutMs = 2800;
const tries = 3;
const firstPauseMs = 150;
/** How long a call may take on a machine that keeps up. */
export const longestCallMs = tries * tryTimeoutMs + firstPauseMs * (2 ** (tries - 1) - 1);
/** No licence is longer. */
const maxAnswerBytes = 1024 ** 2;
/** Answers of a gateway in front of the service; a 500 may be an answer (a PlayReady fault). */
const worthRepeating = new Set([429, 502, 503, 504]);

/** Of undici itself: its `fetch` costs each licence a fifth of all that the event loop does for it. */
const anywhere = new Agent({ maxResponseSize: maxAnswerBytes });
/** Checks each address that it connects to: a name may resolve to another one each time. */
const publicOnly = new Agent({
  maxResponseSize: maxAnswerBytes,
  connect: { lookup: lookUpPublic() },
});

/** The service did not answer. */
export class ServiceSilent extends Error {
  override readonly name = 'ServiceSilent';
  readonly trouble: ServiceTrouble;
  constructor(fault: ServiceFault, detail = '', options?: ErrorOptions) {
    super([fault, detail].join(' ').trim(), options);
    this.trouble = { fault, detail };
  }
}

/**
 * Calls a licence service, and retries with growing pauses while it does not answer. Redirects are
 * not followed: they would carry challenge and credentials to an address that was not configured.
 * @param how.allowsPrivate whether the service may run on this machine or in a private network
 * @param how.tries left out, three
 * @throws ServiceSilent
 */
export async function sendToService(
  request: ServiceRequest,
  how: { readonly allowsPrivate: boolean; readonly tries?: number },
): Promise<ServiceAnswer> {
  // An IP address needs no lookup.
  if (!how.allowsPrivate && isPrivateHost(new URL(request.url).hostname)) {
    throw new ServiceSilent('private_address');
  }
  const dispatcher = how.allowsPrivate ? anywhere : publicOnly;
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === (how.tries ?? tries);
    try {
      const answer = await sendOnce(request, dispatcher);
      if (isLast || !worthRepeating.has(answer.status)) return answer;
    } catch (error) {
      const isSilent = error instanceof ServiceSilent;
      if (isLast || !isSilent || error.trouble.fault === 'private_address') throw error;
    }
    // Half of it random, so that many requests do not return together.
    await pause(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
  }
}

async function sendOnce(request: ServiceRequest, dispatcher: Agent): Promise<ServiceAnswer> {
  const begun = performance.now();
  const { url, headers, body } = request;
  const deadline = new AbortController();
  // Not `AbortSignal.timeout`, which lives until its time is over, answered or not.
  const timer = setTimeout(() => deadline.abort(new ServiceSilent('timeout')), tryTimeoutMs);
  try {
    const answer = await send(url, {
      dispatcher,
      method: 'POST',
      headers,
      body,
      signal: deadline.signal,
    });
    return {
      status: answer.statusCode,
      contentType: String(answer.headers['content-type'] ?? ''),
      body: Buffer.from(await answer.body.arrayBuffer()),
      milliseconds: performance.now() - begun,
    };
  } catch (cause) {
    throw silence(cause);
  } finally {
    clearTimeout(timer);
  }
}

/** Leaves out the texts of errors, which may repeat addresses and headers. */
function silence(cause: unknown): ServiceSilent {
  if (cause instanceof ServiceSilent) return cause;
  const silent = (fault: ServiceFault, detail = '') => new ServiceSilent(fault, detail, { cause });
  if (cause instanceof errors.ResponseExceededMaxSizeError) return silent('answer_too_long');
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return silent('unknown_host');
  if (code === privateCode) return silent('private_address');
  if (code === 'ECONNREFUSED') return silent('connection_refused');
  if (/CERT|TLS|SSL/.test(code)) return silent('untrusted_certificate', code);
  return silent('connection_failed', code);
}
