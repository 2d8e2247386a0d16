import {
  buildUrl,
  type Endpoint,
  type ErrorCode,
  type ErrorReason,
  readError,
} from '@prahari/contract';
import { expect, it } from 'vitest';
import { learnNonce } from './role-subjects.ts';
import type { TestServer } from './start-test-server.ts';
import type { TestClient } from './test-client.ts';

/** The caller, and what it sends. */
interface Sent {
  readonly client: TestClient;
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  readonly form?: FormData;
}
/** Brings about the state in which the call is made. */
export type Prepare = (server: TestServer) => Promise<Sent>;

/** `data` is a part of the answer, or the content type of a file. */
type Success = readonly [what: string, prepare: Prepare, data: object | string];
type Failure = readonly [
  what: string,
  prepare: Prepare,
  status: number,
  code: ErrorCode,
  reason?: ErrorReason,
];
/** A call without a success or without a failure does not compile. */
interface Cases {
  readonly good: readonly [Success, ...Success[]];
  readonly bad: readonly [Failure, ...Failure[]];
}
/** A row for every call of an area: one that the contract gains does not compile without. */
export type CasesOf<Area> = { readonly [Name in keyof Area]: Cases };

/** Defines a test for each success and each documented failure of the calls of `area`. */
export function testCalls<Area extends Readonly<Record<string, Endpoint>>>(
  serverOf: () => TestServer,
  area: Area,
  cases: CasesOf<Area>,
): void {
  for (const [name, endpoint] of Object.entries<Endpoint>(area)) {
    const { good, bad } = cases[name] ?? { good: [], bad: [] };
    it.each(good)(`${name} succeeds: %s`, async (_what, prepare, data) => {
      const answer = await made(serverOf(), endpoint, prepare);
      if (!answer.ok) throw await readError(answer);
      if (typeof data === 'string') {
        expect(answer.headers.get('content-type')).toContain(data);
        expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
      } else expect(await answer.json()).toMatchObject({ data });
    });
    const failures = bad.map((failure) => [failure[0], failure] as const);
    it.each(failures)(`${name} fails: %s`, async (_what, [, prepare, status, code, reason]) => {
      const answer = await made(serverOf(), endpoint, prepare);
      expect(answer.ok).toBe(false);
      const error = await readError(answer);
      const { status: seen, code: said, reason: why } = error;
      expect({ status: seen, code: said, why }).toEqual({ status, code, why: reason ?? null });
    });
  }
}

async function made(server: TestServer, endpoint: Endpoint, prepare: Prepare): Promise<Response> {
  const { client, form, ...input } = await prepare(server);
  await learnNonce(client);
  const url = buildUrl(server.origin, endpoint, input);
  const bare = url.split('?', 1)[0] ?? url;
  const headers = await client.headersFor(endpoint.method, bare);
  if (input.body) headers['content-type'] = 'application/json';
  const body = form ?? (input.body ? JSON.stringify(input.body) : undefined);
  return fetch(url, { method: endpoint.method, headers, ...(body ? { body } : {}) });
}
