import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import type { RecordedOutput } from './output-file.ts';

/** Files of the build: a name always has the same content, so that once is enough. */
const ofTheBuild = '/assets/';

const responseCreated = 'http.server.response.created';

/**
 * Records every answer of this process from now on, after it has ended, to all receivers: browsers,
 * their workers, other programs.
 * @returns `unfinished`: the sent parts of answers that have not ended; `stop`: stops recording
 */
export function tapAnswers(note: (answer: RecordedOutput) => void): {
  unfinished: () => RecordedOutput[];
  stop: () => void;
} {
  const running = new Set<() => RecordedOutput>();
  const seen = new Set<string>();
  let stopped = false;
  const tap = (message: unknown) => {
    const request: unknown = Reflect.get(Object(message), 'request');
    const response: unknown = Reflect.get(Object(message), 'response');
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return;
    const { method, url = '' } = request;
    const chunks = collectChunks(response);
    const readAnswer = () => ({
      what: `${method} ${url}`,
      head: String(Reflect.get(response, '_header') ?? ''),
      body: opened(Buffer.concat(chunks), response.getHeader('content-encoding')),
    });
    running.add(readAnswer);
    response.on('close', () => {
      running.delete(readAnswer);
      if (stopped) return;
      if (url.startsWith(ofTheBuild) && seen.has(url)) return;
      seen.add(url);
      note(readAnswer());
    });
  };
  subscribe(responseCreated, tap);
  return {
    unfinished: () => [...running].map((readAnswer) => readAnswer()),
    stop: () => {
      stopped = true;
      unsubscribe(responseCreated, tap);
    },
  };
}

/** Fills as the answer is written. */
function collectChunks(response: ServerResponse): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  const keep = (chunk: unknown, encoding: unknown) => {
    if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    if (typeof chunk !== 'string') return;
    const isKnown = typeof encoding === 'string' && Buffer.isEncoding(encoding);
    chunks.push(Buffer.from(chunk, isKnown ? encoding : 'utf8'));
  };
  const recorded = <Call extends ServerResponse['write' | 'end']>(call: Call): Call =>
    new Proxy(call, {
      apply(target, self, given: unknown[]) {
        keep(given[0], given[1]);
        return Reflect.apply(target, self, given);
      },
    });
  response.write = recorded(response.write);
  response.end = recorded(response.end);
  return chunks;
}

/** Decompresses a body, also of an answer that broke off. */
function opened(body: Buffer, encoding: unknown): Buffer {
  if (encoding === 'br') {
    return brotliDecompressSync(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH });
  }
  if (encoding === 'gzip') return gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH });
  return body;
}
