import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Time for a whole body to arrive; a slower sender blocks a connection. */
const bodyTimeoutMs = 30_000;
/** The least that an upload must send in that time: 280 bytes a second, less than GPRS has. */
const leastUploadBytes = 8 * 1024;
const uploadCheckMs = 30_000;

interface WithBody {
  readonly raw: IncomingMessage;
  readonly headers: IncomingHttpHeaders;
}

const running = new WeakMap<IncomingMessage, () => void>();

/**
 * Cuts the connection of a sender whose body has not arrived within 30 s, whether or not it is
 * read.
 */
export function limitBodyTime(request: WithBody): void {
  if (!hasBody(request)) return;
  const { raw } = request;
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, bodyTimeoutMs);
  replaceLimit(raw, () => clearTimeout(timer));
}

/** Lets a body take hours instead of seconds, as long as 8 KiB arrive in every 30 s. */
export function limitUploadPace(request: WithBody): void {
  if (!hasBody(request)) return;
  const { raw } = request;
  let before = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const now = raw.socket.bytesRead;
    if (!raw.complete && now - before < leastUploadBytes) raw.destroy();
    before = now;
  }, uploadCheckMs);
  replaceLimit(raw, () => clearInterval(timer));
}

/** Tells whether there is a body: not without either of these headers (RFC 9112, section 6.3). */
function hasBody({ headers }: WithBody): boolean {
  return 'content-length' in headers || 'transfer-encoding' in headers;
}

function replaceLimit(raw: IncomingMessage, stop: () => void): void {
  const former = running.get(raw);
  running.set(raw, stop);
  if (former) {
    former();
    return;
  }
  const end = () => running.get(raw)?.();
  raw.once('end', end);
  raw.once('close', end);
}
