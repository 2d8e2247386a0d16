import { connect } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');
/** Shared by all connections: one answer is read before the next arrives. */
const buffer = Buffer.allocUnsafe(256 * 1024);

/** The answer, with the requested part of its body. */
export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly bodyBytes: number;
  /** Empty unless it was asked to be kept. */
  readonly body: Buffer<ArrayBuffer>;
}

/**
 * A connection that sends one request after the other and reads answers only as far as it takes to
 * know where they end: a client that works as hard as the server would measure itself.
 */
export interface KeepAliveConnection {
  /** @returns the length of the body. @throws Error for any status but 200 */
  send(request: string): Promise<number>;
  /** An answer of any status, with its body. */
  ask(request: string): Promise<Answer>;
  close(): void;
}

interface Waiting {
  readonly keepsBody: boolean;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** @param host an address of this machine; left out, the loopback */
export function openConnection(port: number, host = '127.0.0.1'): Promise<KeepAliveConnection> {
  let head = Buffer.alloc(0);
  let answer: Omit<Answer, 'body'> | undefined;
  let kept: Buffer[] = [];
  let missingBytes = 0;
  let waiting: Waiting | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  function settle(outcome: Answer | Error): void {
    const { resolve, reject } = waiting ?? {};
    waiting = undefined;
    head = Buffer.alloc(0);
    kept = [];
    if (outcome instanceof Error) reject?.(outcome);
    else resolve?.(outcome);
  }

  function readBody(chunk: Buffer): void {
    missingBytes -= chunk.length;
    // The buffer is written over with the next chunk.
    if (waiting?.keepsBody || answer?.status !== 200) kept.push(Buffer.from(chunk));
    if (missingBytes === 0 && answer) settle({ ...answer, body: Buffer.concat(kept) });
  }

  function read(chunk: Buffer): void {
    if (missingBytes > 0) {
      readBody(chunk);
      return;
    }
    const text = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
    const end = text.indexOf(headEnd);
    if (end < 0) {
      head = Buffer.from(text);
      return;
    }
    const said = text.toString('latin1', 0, end);
    const length = /^content-length: *(\d+)/im.exec(said)?.[1];
    if (length === undefined) {
      settle(new Error(`answered without a length\n${said}`));
      return;
    }
    missingBytes = Number(length);
    answer = { status: Number(said.slice(9, 12)), head: said, bodyBytes: missingBytes };
    readBody(text.subarray(end + headEnd.length));
  }

  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      noDelay: true,
      onread: {
        buffer,
        callback(bytes) {
          read(buffer.subarray(0, bytes));
          return true;
        },
      },
    });
    socket.once('error', (error) => {
      reject(error);
      settle(error);
    });
    socket.once('close', () => settle(new Error('the server closed the connection')));
    const exchange = (request: string, keepsBody: boolean) =>
      new Promise<Answer>((done, failed) => {
        waiting = { keepsBody, resolve: done, reject: failed };
        socket.write(request);
      });
    // One after the other: requests wait for those before them.
    const ask = (request: string, keepsBody: boolean) => {
      const answered = turn.then(() => exchange(request, keepsBody));
      turn = answered.catch(() => undefined);
      return answered;
    };
    socket.once('connect', () =>
      resolve({
        async send(request) {
          const { status, head: said, body, bodyBytes } = await ask(request, false);
          if (status === 200) return bodyBytes;
          throw new Error(`answered ${status}\n${said}\n${body.toString('utf8', 0, 2000)}`);
        },
        ask: (request) => ask(request, true),
        close: () => socket.destroy(),
      }),
    );
  });
}

/** One request of HTTP/1.1 (RFC 9112). */
export function requestText(
  method: string,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  const ofBody = body
    ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    : {};
  const lines = Object.entries({ host: url.host, ...headers, ...ofBody });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${head}\r\n${body}`;
}
