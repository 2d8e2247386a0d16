import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { responseHeaders } from '@prahari/contract';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';

const statusByCode: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers data that is not an HTTP request in the error envelope. */
export function createMalformedRequestHandler({ log, clock }: { log: Log; clock: Clock }) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = statusByCode[error.code ?? ''] ?? '400 Bad Request';
    const correlationId = randomUUID();
    log.info(
      { correlationId, status: Number.parseInt(status, 10), code: error.code },
      'answered what is no request',
    );
    const body = JSON.stringify({
      error: {
        type: 'ValidationError',
        code: 'INVALID_FORMAT',
        message: 'The request could not be understood.',
      },
      meta: { timestamp: clock.now().toISOString(), path: '', correlationId },
    });
    const headers = [
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `${responseHeaders.correlationId}: ${correlationId}`,
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control: no-store',
      'connection: close',
    ];
    socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
  };
}
