import { randomUUID } from 'node:crypto';
import { requestHeaders, responseHeaders } from '@prahari/contract';
import type { Agent } from 'undici';
import { redactExchange } from './redact.rules.ts';

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

/** Sends requests to the running server, as somebody outside would. */
export interface Probe {
  /** The origin that proofs name; requests go to the loopback address. */
  readonly origin: string;
  /** Sends as it is given, at the pace of the audit. Answers of any status are returned. */
  send(request: ProbeRequest): Promise<ProbeAnswer>;
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
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Resolves when the next request may be sent. */
  takeTurn(): Promise<void>;
}

export function createProbe({ target, agent, now, signal, takeTurn }: ProbeDeps): Probe {
  return {
    origin: target.origin,
    async send({ method = 'GET', path, headers = {}, body }) {
      await takeTurn();
      signal.throwIfAborted();
      const at = now();
      const sent: Record<string, string | string[]> = {
        host: new URL(target.origin).host,
        [requestHeaders.correlationId]: randomUUID(),
        ...(target.isBehindTls ? { 'x-forwarded-proto': 'https' } : {}),
      };
      for (const [name, value] of Object.entries(headers)) {
        sent[name.toLowerCase()] = typeof value === 'string' ? value : [...value];
      }
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
    },
  };
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
