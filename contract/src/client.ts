import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import type { CallInput, DataOf, Endpoint } from './endpoint.ts';
import { errorSchema } from './envelope.ts';
import { type ErrorCode, errorCatalogue } from './errors.ts';
import { apiVersion, basePath, requestHeaders, responseHeaders } from './headers.ts';
import { createPace, type PacePorts } from './rate-limit.ts';

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}
export interface WireAnswer {
  readonly status: number;
  header(name: string): string | null;
  text(): Promise<string>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

/** What the environment supplies: a transport, a device key and where tokens are kept. */
export interface ClientPorts {
  readonly origin: string;
  readonly clientName: string;
  readonly clientVersion: string;
  /** A nonce that the server gave beforehand; spares the first call a second round. */
  readonly initialNonce?: string | undefined;
  send(request: WireRequest): Promise<WireAnswer>;
  /** Makes a DPoP proof (RFC 9449, section 4.2) and says its `jti`. */
  prove(claims: {
    method: string;
    url: string;
    nonce: string | undefined;
    accessToken: string | undefined;
  }): Promise<{ proof: string; requestKey: string; deviceId: string }>;
  newCorrelationId(): string;
  accessToken(): string | undefined;
  /** Gets a new access token; shared by all calls that meet a 401. False when the session is over. */
  renewSession(): Promise<boolean>;
  /** By which it waits before it would meet a rate limit; left out, it never waits. */
  readonly pace?: PacePorts;
}

type AnyInput = { params?: unknown; query?: unknown; body?: unknown };

/** Creates the typed client of all endpoints, for browsers and for programs. */
export function createClient(ports: ClientPorts) {
  let nonce = ports.initialNonce;
  const pace = ports.pace && createPace(ports.pace);

  async function headersFor(method: string, url: string): Promise<Record<string, string>> {
    const accessToken = ports.accessToken();
    const bare = url.split(/[?#]/, 1)[0] ?? url;
    const { proof, requestKey, deviceId } = await ports.prove({
      method,
      url: bare,
      nonce,
      accessToken,
    });
    return {
      [requestHeaders.correlationId]: ports.newCorrelationId(),
      [requestHeaders.apiVersion]: apiVersion,
      [requestHeaders.clientName]: ports.clientName,
      [requestHeaders.clientVersion]: ports.clientVersion,
      [requestHeaders.requestKey]: requestKey,
      [requestHeaders.deviceToken]: proof,
      [requestHeaders.deviceId]: deviceId,
      ...(accessToken === undefined ? {} : { authorization: `DPoP ${accessToken}` }),
    };
  }

  function noteNonce(answer: { header(name: string): string | null }): void {
    nonce = answer.header(responseHeaders.nonce) ?? nonce;
  }

  async function exchange(endpoint: Endpoint, url: string, body: WireRequest['body']) {
    const { method, path, body: kind } = endpoint;
    const headers = await headersFor(method, url);
    if (body !== undefined) headers['content-type'] = chooseContentType(kind);
    const answer = await ports
      .send({ method, url, headers, ...(body === undefined ? {} : { body }) })
      .catch(() => {
        throw createNetworkError();
      });
    noteNonce(answer);
    const policy = answer.header(responseHeaders.rateLimitPolicy);
    pace?.note(`${method} ${path}`, policy, answer.header(responseHeaders.rateLimit));
    return answer;
  }

  /** Sends once, again with the server's nonce, and again after one shared renewal. */
  async function send(endpoint: Endpoint, url: string, body: WireRequest['body']) {
    await pace?.take(`${endpoint.method} ${endpoint.path}`);
    const tokenSent = ports.accessToken();
    let answer = await exchange(endpoint, url, body);
    if (answer.status < 400) return answer;
    let error = await refusalIn(answer);
    if (error.reason === 'nonce_required') {
      answer = await exchange(endpoint, url, body);
      if (answer.status < 400) return answer;
      error = await refusalIn(answer);
    }
    const mayRenew = endpoint.access.kind === 'session' && error.code.startsWith('TOKEN_');
    // Another call may have renewed it while this one was on its way.
    const token = ports.accessToken();
    const isRenewed = token !== undefined && token !== tokenSent;
    if (mayRenew && (isRenewed || (await ports.renewSession()))) {
      answer = await exchange(endpoint, url, body);
      if (answer.status < 400) return answer;
      error = await refusalIn(answer);
    }
    throw error;
  }

  async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<DataOf<E>>;
  async function call(endpoint: Endpoint, input: unknown): Promise<unknown> {
    const parts = z.parse(inputSchema, input);
    const url = buildUrl(ports.origin, endpoint, parts);
    const body = wireBody(parts.body);
    const answer = await send(endpoint, url, body);
    const { data } = endpoint;
    if (data === 'empty') return undefined;
    if ('file' in data) return answer.bytes();
    const text = await answer.text();
    if ('text' in data) return text;
    const json = parseJson(text, answer.status);
    const schema = 'raw' in data ? data.raw : z.object({ data });
    const parsed = z.safeParse(schema, json);
    if (!parsed.success) throw invalidResponse(answer.status);
    return 'raw' in data ? parsed.data : z.parse(enveloped, parsed.data).data;
  }

  return { call, headersFor, noteNonce };
}

export type Client = ReturnType<typeof createClient>;

function chooseContentType(kind: Endpoint['body']): string {
  return typeof kind === 'object' && 'types' in kind ? kind.types[0] : 'application/json';
}

function wireBody(body: unknown): WireRequest['body'] {
  if (body === undefined) return undefined;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

const inputSchema = z.object({
  params: z.optional(z.unknown()),
  query: z.optional(z.unknown()),
  body: z.optional(z.unknown()),
});
const enveloped = z.object({ data: z.unknown() });
const recordSchema = z.record(z.string(), z.unknown());

/** Builds the absolute address of a call, with parameters filled in and the query encoded. */
export function buildUrl<E extends Endpoint>(
  origin: string,
  endpoint: E,
  input: CallInput<E>,
): string;
export function buildUrl(origin: string, endpoint: Endpoint, input: AnyInput): string;
export function buildUrl(origin: string, endpoint: Endpoint, input: unknown): string {
  const parts = z.parse(inputSchema, input);
  const params = z.parse(recordSchema, parts.params ?? {});
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = Object.entries(z.parse(recordSchema, parts.query ?? {}))
    .flatMap(([name, value]) => listParts(value).map((part) => [name, String(part)] as const))
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
  return `${origin}${basePath}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** Lists the parts of a value: several values of one name are sent one after the other. */
function listParts(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

const refusalIn = (answer: WireAnswer) =>
  readError(answer, answer.header(responseHeaders.retryAfter));

/**
 * Reads the error envelope; an answer without one still becomes an ApiError.
 * @param retryAfter the header of that name, in seconds; a date in it is ignored
 */
export async function readError(
  answer: Pick<WireAnswer, 'status' | 'text'>,
  retryAfter: string | null = null,
): Promise<ApiError> {
  const retryAfterSeconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : null;
  const parsed = z.safeParse(errorSchema, parseJsonOrNull(await answer.text()));
  if (!parsed.success) return invalidResponse(answer.status, retryAfterSeconds);
  const { error, meta } = parsed.data;
  return new ApiError({
    status: answer.status,
    type: error.type,
    code: readCode(error.code),
    message: error.message,
    details: error.details,
    correlationId: meta.correlationId,
    retryAfterSeconds,
  });
}

function readCode(code: string): ErrorCode {
  return isErrorCode(code) ? code : 'INTERNAL_SERVER_ERROR';
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.keys(errorCatalogue).includes(code);
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function parseJson(text: string, status: number): unknown {
  const json = parseJsonOrNull(text);
  if (json === null) throw invalidResponse(status);
  return json;
}

/** Creates the error for a call without an answer (specification, section 8). */
export function createNetworkError(): ApiError {
  return new ApiError({
    status: 0,
    type: 'NetworkError',
    code: 'NETWORK_ERROR',
    message: 'Failed to connect to server',
    correlationId: null,
  });
}

function invalidResponse(status: number, retryAfterSeconds: number | null = null): ApiError {
  return new ApiError({
    status,
    retryAfterSeconds,
    type: 'InternalError',
    code: 'INVALID_RESPONSE',
    message: 'The server sent an answer that could not be understood',
    correlationId: null,
  });
}
