import { connect } from 'node:net';

/** The longest that a connection may stay silent. */
const silenceMs = 3000;
/** More of an answer says nothing new. */
const mostAnswerBytes = 64 * 1024;

export interface RawAnswer {
  readonly at: Date;
  /** Of the first line; undefined where the connection was closed without an answer. */
  readonly status: number | undefined;
  /** With its first line and headers. */
  readonly text: string;
  /** The bytes that were sent, as reports show them. */
  readonly shown: string;
}

/**
 * Sends bytes that need be no HTTP request, and reads until the other side closes or falls silent.
 * @param target.localAddress undefined for the usual one
 */
export async function exchangeRaw(
  target: { readonly loopback: string; readonly localAddress: string | undefined },
  bytes: string,
  signal: AbortSignal,
): Promise<string> {
  const { hostname, port } = new URL(target.loopback);
  const { promise, resolve } = Promise.withResolvers<string>();
  const parts: Buffer[] = [];
  let length = 0;
  const { localAddress } = target;
  const socket = connect({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port),
    signal,
    ...(localAddress === undefined ? {} : { localAddress }),
  });
  socket.setTimeout(silenceMs, () => socket.destroy());
  socket.on('data', (part) => {
    parts.push(part);
    length += part.length;
    if (length > mostAnswerBytes) socket.destroy();
  });
  // A reset is an answer, too: nothing more comes.
  socket.on('error', () => socket.destroy());
  socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
  socket.write(bytes, 'latin1');
  const text = await promise;
  signal.throwIfAborted();
  return text;
}

/** Reads the status of an answer; undefined without one. */
export function readRawStatus(text: string): number | undefined {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
  return status === undefined ? undefined : Number(status);
}
