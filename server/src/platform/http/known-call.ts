import type { Endpoint } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { RequestOrigin } from '../events/request-origin.ts';
import { removeMapping } from '../network/network.ts';
import type { Caller } from './caller.ts';
import { isSchema } from './openapi/schemas.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** ISO 3166-1 alpha-2; null where it is unknown. */
    findCountry?: (address: string) => string | null;
  }
}

/** What is known of a request so far. */
interface KnownCall {
  readonly endpoint: Endpoint;
  /** Undefined before it is proven, and for calls without one. */
  readonly caller: Caller | undefined;
  /** How long it waited for others to share statements with. */
  readonly waitedMs: number;
}

const calls = new WeakMap<FastifyRequest, KnownCall>();

export function noteEndpoint(request: FastifyRequest, endpoint: Endpoint): void {
  calls.set(request, { endpoint, caller: undefined, waitedMs: 0 });
}

/** Notes who calls, also where the call is about to be refused. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  const known = calls.get(request);
  if (known) calls.set(request, { ...known, caller });
}

/** Notes how long a call waited for company, which says nothing about how busy the server is. */
export function noteWaited(request: FastifyRequest, waitedMs: number): void {
  const known = calls.get(request);
  if (known) calls.set(request, { ...known, waitedMs });
}

/** Returns undefined for requests that are no calls: pages, media, unknown addresses. */
export function findKnownCall(request: FastifyRequest): KnownCall | undefined {
  return calls.get(request);
}

/** Tells whether a request is a call that is answered as soon as it can be: no upload, no stream. */
export function isPlainCall(request: FastifyRequest): boolean {
  const { body, data } = calls.get(request)?.endpoint ?? {};
  return isSchema(data) && (body === undefined || isSchema(body));
}

/** Says where a request comes from, for the events that it causes. */
export function describeOrigin(request: FastifyRequest): RequestOrigin {
  const caller = calls.get(request)?.caller;
  const isSignedIn = caller !== undefined && 'sessionId' in caller;
  // A closed connection has none.
  const address = removeMapping(request.ip ?? '');
  return {
    address,
    // Most requests record nothing.
    get country() {
      return request.server.findCountry?.(address) ?? null;
    },
    userId: isSignedIn ? caller.userId : null,
    sessionId: isSignedIn ? caller.sessionId : null,
    deviceId: caller !== undefined && 'deviceId' in caller ? caller.deviceId : null,
  };
}
