import { connect } from 'node:net';

const bufferBytes = 256 * 1024;
const headEnd = Buffer.from('\r\n\r\n');

/**
 * A connection that sends one request after the other and reads answers only as far as it takes to
 * know where they end: a client that works as hard as the server would measure itself.
 */
export interface KeepAliveConnection {
  /** @returns the length of the body. @throws Error for any status but 200 */
  send(request: string): Promise<number>;
  close(): void;
}

export function openConnection(port: number): Promise<KeepAliveConnection> {
  let head = Buffer.alloc(0);
  let bodyBytes = 0;
  let missingBytes = 0;
  let waiting: { resolve(bytes: number): void; reject(error: Error): void } | undefined;

  function settle(outcome: number | Error): void {
    const { resolve, reject } = waiting ?? {};
    waiting = undefined;
    head = Buffer.alloc(0);
    if (outcome instanceof Error) reject?.(outcome);
    else resolve?.(outcome);
  }

  function read(chunk: Buffer): void {
    if (missingBytes > 0) {
      missingBytes -= chunk.length;
    } else {
      const text = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
      const end = text.indexOf(headEnd);
      if (end < 0) {
        // The buffer is written over with the next chunk.
        head = Buffer.from(text);
        return;
      }
      const length = bodyLength(text.toString('latin1', 0, end));
      if (length instanceof Error) {
        settle(new Error(`${length.message}\n${text.toString('utf8', 0, 2000)}`));
        return;
      }
      bodyBytes = length;
      missingBytes = length - (text.length - end - headEnd.length);
    }
    if (missingBytes === 0) settle(bodyBytes);
  }

  return new Promise((resolve, reject) => {
    const socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(bufferBytes),
        callback(bytes, buffer) {
          read(Buffer.from(buffer.buffer, buffer.byteOffset, bytes));
          return true;
        },
      },
    });
    socket.once('error', (error) => {
      reject(error);
      settle(error);
    });
    socket.once('close', () => settle(new Error('the server closed the connection')));
    socket.once('connect', () =>
      resolve({
        send: (request) =>
          new Promise((done, failed) => {
            waiting = { resolve: done, reject: failed };
            socket.write(request);
          }),
        close: () => socket.destroy(),
      }),
    );
  });
}

function bodyLength(head: string): number | Error {
  const status = head.slice(9, 12);
  if (status !== '200') return new Error(`answered ${status}`);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  return length === undefined ? new Error('answered without a length') : Number(length);
}
