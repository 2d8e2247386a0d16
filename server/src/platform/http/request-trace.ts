import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSpan, Tracing } from '../tracing/tracing.ts';
import { findRoutePattern, readTextHeader } from './request-facts.ts';

/** W3C Trace Context, section 3.2; later versions may add fields behind these. */
const traceParent =
  /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/;

/** Reads the header `traceparent`; undefined where it is missing or the standard refuses it. */
export function parseTraceParent(text: string | undefined) {
  const [, traceId, parentSpanId, flags = '0'] = traceParent.exec(text ?? '') ?? [];
  if (traceId === undefined || parentSpanId === undefined) return undefined;
  return { traceId, parentSpanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/**
 * Reads which trace a request belongs to, for the lines of the log that a proxy or a caller joins
 * with its own; nothing where it says none or one that the standard refuses.
 */
export function readTrace(
  request: FastifyRequest,
): { readonly traceId: string; readonly parentSpanId: string } | undefined {
  const parent = parseTraceParent(readTextHeader(request, 'traceparent'));
  return parent && { traceId: parent.traceId, parentSpanId: parent.parentSpanId };
}

const spans = new WeakMap<FastifyRequest, RequestSpan>();

/**
 * Makes a span of each request. Call it before other hooks, which belong to it then.
 * @param routineRoutes prefix of routes with hundreds of requests, which get none
 */
export function traceRequests(
  app: FastifyInstance,
  tracing: Tracing,
  routineRoutes: string | undefined,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const route = findRoutePattern(request);
    if (routineRoutes !== undefined && route.startsWith(routineRoutes)) return done();
    const span = tracing.startRequest(request.method, readTextHeader(request, 'traceparent'));
    spans.set(request, span);
    span.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const facts = { status: reply.statusCode, correlationId: request.id };
    spans.get(request)?.end({ route: findRoutePattern(request), ...facts });
    done();
  });
}

/** Names the trace of a request for the lines of the log: its own span, else the caller's. */
export function findTrace(request: FastifyRequest) {
  const span = spans.get(request);
  if (span === undefined) return readTrace(request);
  return { traceId: span.traceId, spanId: span.spanId };
}
