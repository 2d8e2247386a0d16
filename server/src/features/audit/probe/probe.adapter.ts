import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { requestHeaders, responseHeaders } from '@prahari/contract';
import type { Agent } from 'undici';
import { exchangeRaw, type RawAnswer, readRawStatus } from './raw-socket.adapter.ts';
import { redactExchange, redactText } from './redact.rules.ts';

/** The longest answer that a probe reads. */
const mostAnswerBytes = 2_000_000;
const answerTimeoutMs = 15_000;

export interface ProbeRequest {
  readonly method?: string;
  /** With query, as it is sent: nothing of it is normalised. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

export interface ProbeAnswer {
  readonly method: string;
  readonly path: string;
  readonly at: Date;
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  readonly text: string;
  /** Of a JSON answer; undefined otherwise. */
  readonly json: unknown;
  readonly correlationId: string | null;
  readonly durationMs: number;
  /** The request as reports show it, without secrets. */
  readonly shown: string;
}

/** Sends requests to the running server, as a client outside would. */
export interface Probe {
  /** The origin that proofs name; requests go to the loopback address. */
  readonly origin: string;
  /** Sends as it is given, at the pace of the audit. Answers of any status are returned. */
  send(request: ProbeRequest): Promise<ProbeAnswer>;
  /** Waits for the turns of all, and then sends them at the same moment. */
  sendTogether(requests: readonly ProbeRequest[]): Promise<ProbeAnswer[]>;
  /**
   * Sends the headers of a request and then its body, one byte a second, until the server ends it.
   * @returns the seconds until it did, and its answer if there was one; null when it bore that for
   * `mostSeconds`
   */
  drip(request: ProbeRequest, mostSeconds: number): Promise<DripEnd | null>;
  /** Sends bytes on a connection of their own; they need be no HTTP request. */
  sendRaw(bytes: string): Promise<RawAnswer>;
  /** Waits, unless the audit is stopped. */
  pause(seconds: number): Promise<void>;
}

export interface DripEnd {
  readonly seconds: number;
  /** Null where the connection was cut without an answer. */
  readonly status: number | null;
}

export interface ProbeTarget {
  /** Where the server is reached from this machine: `http://127.0.0.1:4000`. */
  readonly loopback: string;
  /** What proofs and the `Host` header name. */
  readonly origin: string;
  /** Whether forwarded headers tell the server that the request came over TLS. */
  readonly isBehindTls: boolean;
}

interface ProbeDeps {
  readonly target: ProbeTarget;
  readonly agent: Agent;
  /** From which loopback address it calls; undefined for the only one. */
  readonly localAddress: string | undefined;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Resolves when the next request may be sent. */
  takeTurn(): Promise<void>;
}

export function createProbe(deps: ProbeDeps): Probe {
  const { target, agent, localAddress, now, signal, takeTurn } = deps;
  async function sendNow({ method = 'GET', path, headers = {}, body }: ProbeRequest) {
    signal.throwIfAborted();
    const at = now();
    const sent = withOwnHeaders(headers);
    const startedAt = performance.now();
    const {
      statusCode,
      headers: got,
      body: stream,
    } = await agent.request({
      origin: target.loopback,
      path,
      method,
      headers: sent,
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
    });
    const text = await readAtMost(stream, mostAnswerBytes);
    const durationMs = performance.now() - startedAt;
    const answered = Object.fromEntries(
      Object.entries(got).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    );
    const cookies = got['set-cookie'];
    return {
      method,
      path,
      at,
      status: statusCode,
      headers: answered,
      setCookies: typeof cookies === 'string' ? [cookies] : (cookies ?? []),
      text,
      json: parseJson(text),
      correlationId: answered[responseHeaders.correlationId] ?? null,
      durationMs,
      shown: redactExchange({ method, path, headers: sent, body }),
    };
  }

  function withOwnHeaders(headers: NonNullable<ProbeRequest['headers']>) {
    const sent: Record<string, string | string[]> = {
      host: new URL(target.origin).host,
      [requestHeaders.correlationId]: randomUUID(),
      ...(target.isBehindTls ? { 'x-forwarded-proto': 'https' } : {}),
    };
    for (const [name, value] of Object.entries(headers)) {
      sent[name.toLowerCase()] = typeof value === 'string' ? value : [...value];
    }
    return sent;
  }

  return {
    origin: target.origin,
    async send(request) {
      await takeTurn();
      return sendNow(request);
    },
    async sendTogether(requests) {
      for (const _ of requests) await takeTurn();
      return Promise.all(requests.map(sendNow));
    },
    async drip({ method = 'POST', path, headers = {} }, mostSeconds) {
      await takeTurn();
      signal.throwIfAborted();
      const startedAt = performance.now();
      const isOver = AbortSignal.timeout(mostSeconds * 1000);
      const status = await agent
        .request({
          origin: target.loopback,
          path,
          method,
          headers: withOwnHeaders({ 'content-length': '100000', ...headers }),
          body: Readable.from(dripBytes(AbortSignal.any([signal, isOver]))),
          signal: AbortSignal.any([signal, isOver]),
        })
        .then(
          async ({ statusCode, body }) => {
            await body.dump();
            return statusCode;
          },
          () => null,
        );
      signal.throwIfAborted();
      if (isOver.aborted) return null;
      return { seconds: (performance.now() - startedAt) / 1000, status };
    },
    async sendRaw(bytes) {
      await takeTurn();
      signal.throwIfAborted();
      const at = now();
      const { loopback } = target;
      const text = await exchangeRaw({ loopback, localAddress }, bytes, signal);
      return { at, status: readRawStatus(text), text, shown: redactText(JSON.stringify(bytes)) };
    },
    async pause(seconds) {
      await delay(seconds * 1000, undefined, { signal });
    },
  };
}

async function* dripBytes(signal: AbortSignal): AsyncGenerator<Buffer> {
  while (!signal.aborted) {
    yield Buffer.from(' ');
    await delay(1000, undefined, { signal }).catch(() => undefined);
  }
}

async function readAtMost(stream: AsyncIterable<Buffer>, mostBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream) {
    bytes += part.length;
    if (bytes > mostBytes) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
