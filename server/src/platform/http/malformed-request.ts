import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

const statusByCode: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what is no HTTP request, before there is a request to answer, in the error envelope. */
export function answerMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusByCode[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify({
    error: {
      type: 'ValidationError',
      code: 'INVALID_FORMAT',
      message: 'The request could not be understood.',
    },
    meta: { timestamp: new Date().toISOString(), path: '', correlationId: randomUUID() },
  });
  const headers = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    "content-security-policy: default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
}
