import type { Readable } from 'node:stream';
import {
  type BodyOf,
  type BytesBody,
  basePath,
  createSuccessSchema,
  type DataOf,
  type Endpoint,
  errorSchema,
  type FileData,
  type ParamsOf,
  type QueryOf,
  requestHeaders,
  responseHeaders,
} from '@prahari/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import { insufficientPermissions } from '../errors/app-error.ts';
import { runWithOrigin } from '../events/request-origin.ts';
import { nameNetwork } from '../network/name-network.ts';
import type {
  Caller,
  CallerNow,
  CallerNowOf,
  CallerOf,
  DeviceCaller,
  Guards,
  SessionCaller,
} from './caller.ts';
import { buildMeta } from './envelope.ts';
import {
  describeOrigin,
  findKnownCall,
  noteCaller,
  noteEndpoint,
  noteWaited,
} from './known-call.ts';
import { isSchema } from './openapi/schemas.ts';
import type { VerifyProof } from './proof/proof.ts';
import type { ProofLedger } from './proof/proof-ledger.ts';
import { type CountCall, createRateLimit } from './rate-limit.ts';
import { readAccessToken, readTextHeader, refuseCrossSite } from './request-facts.ts';
import type { SharedCounts } from './shared-counts.ts';
import { limitUploadPace } from './slow-body.ts';

export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly caller: CallerOf<E>;
  readonly callerNow: CallerNowOf<E>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** After a body that took longer, the user may have lost permissions in the meantime. */
const promptMs = 1000;

/** A binary answer that is made while it is sent. */
type StreamOf<E extends Endpoint> = E['data'] extends FileData ? Readable : never;

/** Returns `data` of the envelope; for text and binary endpoints the body itself. */
export type Handle<E extends Endpoint> = (call: Call<E>) => Promise<DataOf<E> | StreamOf<E>>;

interface ErasedCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: unknown;
  readonly callerNow: CallerNow | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface BindDeps {
  readonly clock: Clock;
  readonly ledger: Pick<ProofLedger, 'currentNonce' | 'acceptOnce'>;
  readonly verifyProof: VerifyProof;
  readonly guards: Guards;
  /** Lets calls that can wait go on in groups. */
  readonly depart: () => Promise<void>;
  /** Left out where one process is all there is. */
  readonly sharedCounts?: SharedCounts | undefined;
}

/**
 * Binds a handler to an endpoint of the contract: the only way to add a call, so nothing is open by
 * mistake.
 */
export interface Bind {
  <E extends Endpoint>(endpoint: E, handle: Handle<E>): void;
  /** Limits calls of what is bound, over all processes (`createRateLimit`). */
  createRateLimit(policy: string, perMinute: number): CountCall;
}

/** Creates `bind`, which enforces access, shapes and envelope of every endpoint. */
export function createBind(app: FastifyInstance, deps: BindDeps): Bind {
  const bind = <E extends Endpoint>(endpoint: E, handle: Handle<E>): void => {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    const urls = [`${basePath}${path}`, ...(endpoint.atRoot ? [path] : [])];
    const bindAll = (scope: FastifyInstance) => {
      for (const url of urls) {
        scope.route({
          method: endpoint.method,
          url,
          schema: buildSchema(endpoint),
          ...(endpoint.maxBodyBytes ? { bodyLimit: endpoint.maxBodyBytes } : {}),
          onRequest: async (request, reply) => {
            noteEndpoint(request, endpoint);
            refuseCrossSite(request);
            const caller = await runWithOrigin(describeOrigin(request), () =>
              admit(endpoint, request, reply, deps),
            );
            // Only callers that may upload get hours for it.
            if (isForm(endpoint.body) || isStream(endpoint.body)) limitUploadPace(request);
            if (caller) noteCaller(request, caller);
          },
          handler: async (request, reply) => {
            const { params, query } = request;
            // Without a content type there is no body, and no parser has run.
            const body = isBytes(endpoint.body) ? (request.body ?? new Uint8Array()) : request.body;
            const callerNow = createCallerNow(endpoint, request, deps);
            const isLate = callerNow !== undefined && reply.elapsedTime > promptMs;
            const caller = isLate ? await callerNow() : findKnownCall(request)?.caller;
            const call = { params, query, body, caller, callerNow, request, reply };
            if (!isAdmitted(endpoint, call)) throw insufficientPermissions();
            const data = await runWithOrigin(describeOrigin(request), () => handle(call));
            if (reply.sent) return reply;
            if (isSchema(endpoint.data)) {
              return reply.send({ data, meta: buildMeta(request, deps.clock.now()) });
            }
            return reply.send(data);
          },
        });
      }
    };
    // Only here: any other call refuses bodies that it could not read.
    const { body } = endpoint;
    if (isStream(body)) void app.register(async (scope) => bindAll(takingBytes(scope)));
    else if (isBytes(body)) {
      void app.register(async (scope) => bindAll(readingBytes(scope, body)));
    } else bindAll(app);
  };
  return Object.assign(bind, {
    createRateLimit: (policy: string, perMinute: number) =>
      createRateLimit(policy, perMinute, deps.sharedCounts),
  });
}

/**
 * Narrows the type, at the only seam between Fastify's checks and the compiler: the schemas of the
 * route are the endpoint's own, and the caller was put there by `admit`.
 */
function isAdmitted<E extends Endpoint>(endpoint: E, call: ErasedCall): call is Call<E> {
  const { kind } = endpoint.access;
  return kind === 'public' || kind === 'probe' || call.caller !== undefined;
}

/** Leaves a body of raw bytes to the handler, as it arrives (the content type is that of tus 1.0). */
function takingBytes(scope: FastifyInstance): FastifyInstance {
  scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => {
    done(null);
  });
  return scope;
}

function isBytes(body: Endpoint['body']): body is BytesBody {
  return body !== undefined && 'types' in body;
}

function isStream(body: Endpoint['body']): boolean {
  return body !== undefined && 'stream' in body;
}

function isForm(body: Endpoint['body']): boolean {
  return body !== undefined && 'form' in body;
}

/** Accepts only these content types, and reads the whole body. */
function readingBytes(scope: FastifyInstance, { types, maxBytes }: BytesBody): FastifyInstance {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: maxBytes } as const;
  scope.addContentTypeParser([...types], options, (_request, payload, done) => {
    done(null, payload);
  });
  return scope;
}

function createCallerNow(
  endpoint: Endpoint,
  request: FastifyRequest,
  { guards }: BindDeps,
): CallerNow | undefined {
  const caller = findKnownCall(request)?.caller;
  if (!caller || !('sessionId' in caller)) return undefined;
  return (trx) => guards.session.admitAgain(endpoint, caller, trx);
}

async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: BindDeps,
): Promise<Caller | undefined> {
  const { access } = endpoint;
  const { guards } = deps;
  if (access.kind === 'public') return undefined;
  if (access.kind === 'probe') {
    guards.probe(request);
    return undefined;
  }
  if (access.kind === 'runner') return guards.runner.admit(access.by, request);
  try {
    return await admitProven(endpoint, request, deps);
  } finally {
    // At last: the proof may have told us that nonces from before are worth nothing.
    reply.header(responseHeaders.nonce, deps.ledger.currentNonce());
  }
}

async function admitProven(
  endpoint: Endpoint,
  request: FastifyRequest,
  { guards, ...deps }: BindDeps,
): Promise<SessionCaller | DeviceCaller> {
  const { access } = endpoint;
  const accessToken = readAccessToken(request);
  if (access.kind === 'session') guards.session.requireToken(endpoint, accessToken);
  const { deviceId, step, ...use } = await deps.verifyProof({
    method: request.method,
    url: request.url,
    proof: readTextHeader(request, requestHeaders.deviceToken),
    accessToken,
    claimedRequestKey: readTextHeader(request, requestHeaders.requestKey),
    claimedDeviceId: readTextHeader(request, requestHeaders.deviceId),
  });
  if (access.kind === 'device') {
    const strangerIn = nameNetwork(request.ip);
    await deps.ledger.acceptOnce({ ...use, deviceId, strangerIn });
    return { deviceId, step };
  }
  let isAccepted = false;
  const acceptProof = async () => {
    if (endpoint.patient) await waitForCompany(request, deps.depart);
    await deps.ledger.acceptOnce({ ...use, deviceId, strangerIn: null });
    isAccepted = true;
  };
  const credentials = { accessToken, deviceId, acceptProof };
  const caller = await guards.session.admit(endpoint, request, credentials);
  if (!isAccepted) throw new Error('the guard did not use up the proof');
  return caller;
}

async function waitForCompany(request: FastifyRequest, depart: () => Promise<void>) {
  const startMs = performance.now();
  await depart();
  noteWaited(request, performance.now() - startMs);
}

function buildSchema(endpoint: Endpoint): FastifySchema {
  const { params, query, body, data } = endpoint;
  const raw = typeof data === 'object' && 'raw' in data ? data.raw : undefined;
  const json = isSchema(data) ? createSuccessSchema(data) : raw;
  return {
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(isSchema(body) ? { body } : {}),
    response: { ...(json ? { 200: json } : {}), '4xx': errorSchema, '5xx': errorSchema },
  };
}
