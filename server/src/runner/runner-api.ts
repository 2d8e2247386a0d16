import {
  type ApiError,
  buildUrl,
  type CallInput,
  createNetworkError,
  type DataOf,
  type Endpoint,
  endpoints,
  readError,
  responseHeaders,
} from '@prahari/contract';
import * as z from 'zod/mini';

/** No answer takes longer, but for files. */
const answerMs = 30_000;
const fileMs = 30 * 60_000;

const inputSchema = z.object({
  params: z.optional(z.unknown()),
  query: z.optional(z.unknown()),
  body: z.optional(z.unknown()),
});

/** Calls the server as a runner: only what has a path in the contract, and never elsewhere. */
export function createRunnerApi(origin: string, bearer: string) {
  async function send(
    { method, url }: { method: string; url: string },
    init: {
      body?: string | Blob;
      type?: string;
      timeoutMs: number;
      signal?: AbortSignal | undefined;
    },
  ): Promise<Response> {
    const { body, type, timeoutMs, signal } = init;
    const limits = [AbortSignal.timeout(timeoutMs), signal].filter((one) => one !== undefined);
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        'x-client-name': 'prahari-runner',
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      // It would carry the secret to another server.
      redirect: 'error',
      signal: AbortSignal.any(limits),
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw withCause(createNetworkError(), error);
    });
    if (answer.ok) return answer;
    const wait = answer.headers.get(responseHeaders.retryAfter);
    throw await readError({ status: answer.status, text: () => answer.text() }, wait);
  }

  /** Makes a call whose answer is JSON or empty. @throws ApiError */
  async function call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    signal?: AbortSignal,
  ): Promise<DataOf<E>>;
  async function call(endpoint: Endpoint, input: unknown, signal?: AbortSignal): Promise<unknown> {
    const given = inputSchema.parse(input);
    const url = buildUrl(origin, endpoint, given);
    const json = { body: JSON.stringify(given.body), type: 'application/json' };
    const sent = { ...(given.body === undefined ? {} : json), timeoutMs: answerMs, signal };
    const answer = await send({ method: endpoint.method, url }, sent);
    const { data } = endpoint;
    if (data === 'empty' || 'file' in data || 'text' in data || 'raw' in data) {
      await answer.body?.cancel();
      return undefined;
    }
    return z.parse(z.object({ data }), await answer.json()).data;
  }

  return {
    call,

    /** Reads a range of the source of a part, end inclusive. */
    async readSource(
      held: { id: string; fence: number },
      range: { start: number; end: number },
      signal: AbortSignal,
    ): Promise<Uint8Array> {
      const { id, fence } = held;
      const endpoint = endpoints.runners.source;
      const url = buildUrl(origin, endpoint, { params: { id }, query: { fence, ...range } });
      const answer = await send({ method: endpoint.method, url }, { timeoutMs: fileMs, signal });
      return new Uint8Array(
        await answer.arrayBuffer().catch((error: unknown) => {
          signal.throwIfAborted();
          throw withCause(createNetworkError(), error);
        }),
      );
    },

    async sendFile(
      held: { id: string; fence: number },
      { name, bytes }: { name: string; bytes: Blob },
      signal: AbortSignal,
    ): Promise<void> {
      const { id, fence } = held;
      const endpoint = endpoints.runners.putFile;
      const url = buildUrl(origin, endpoint, { params: { id, name }, query: { fence } });
      const type = endpoint.body.stream[0];
      const sent = { body: bytes, type, timeoutMs: fileMs, signal };
      const answer = await send({ method: endpoint.method, url }, sent);
      await answer.body?.cancel();
    },
  };
}

export type RunnerApi = ReturnType<typeof createRunnerApi>;

function withCause(error: ApiError, cause: unknown): ApiError {
  error.cause = cause;
  return error;
}
