import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import { requestHeaders, responseHeaders } from '@prahari/contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import pg from 'pg';
import * as z from 'zod/mini';
import type { Clock } from '../clock/clock.ts';
import type { RowRefusals } from '../db/row-refusals.ts';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { type Drain, endConnectionsWhileDraining, isBodyComing } from './drain.ts';
import { buildMeta } from './envelope.ts';
import { isServerFault, toAppError } from './error-answer.ts';
import { readJsonBodies } from './json-body.ts';
import { findKnownCall } from './known-call.ts';
import { createMalformedRequestHandler } from './malformed-request.ts';
import {
  findRoutePattern,
  readTextHeader,
  refuseForgedOwnAddress,
  refuseOtherForms,
} from './request-facts.ts';
import { findTrace, traceRequests } from './request-trace.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { limitBodyTime } from './slow-body.ts';

/** JSON bodies beyond this are refused before they are read (OWASP ASVS 5.0, 15.2.2). */
const jsonBodyLimitBytes = 100 * 1024;
const headersTimeoutMs = 15_000;
/** No upload takes longer: bodies have stricter limits of their own (`slow-body.ts`). */
const requestTimeoutMs = 12 * 3_600_000;
const maxParamLength = 1024;
const correlationIdShape = /^[A-Za-z0-9._-]{8,64}$/;

export interface HttpDeps {
  readonly log: Log;
  readonly clock: Clock;
  readonly trustProxy: readonly string[];
  readonly isSecure: boolean;
  /** Delay of the event loop from which on requests are refused, in milliseconds; 0: never. */
  readonly mostLagMs: number;
  /** Left out where the process leaves at once. */
  readonly drain?: Drain;
  /** The errors for callers about rows that the database refuses, by constraint. */
  readonly rowRefusals: RowRefusals;
  /** Prefixes of routes with hundreds of requests: only their refusals are logged. */
  readonly routineRoutes?: string;
  /** Undefined where traces are off. */
  readonly tracing?: Tracing | undefined;
  /** The country of an address, for events; null where it is unknown. */
  findCountry?(address: string): string | null;
  /** Is told of each error that is answered; must be fast and never throw. */
  onRefused?(request: FastifyRequest, error: AppError): void;
  onAnswered?(
    request: FastifyRequest,
    route: string,
    answer: { readonly status: number; readonly durationMs: number; readonly bytes: number },
  ): void;
}

/**
 * Creates the web server without any route: limits, headers, envelope of errors, log of requests.
 */
export async function createHttpApp(deps: HttpDeps): Promise<FastifyInstance> {
  // Zod's small build has no built-in messages.
  z.config(z.locales.en());
  const { log, clock } = deps;
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // No line is logged through the request: lines name its correlation id themselves.
    childLoggerFactory: (logger) => logger,
    bodyLimit: jsonBodyLimitBytes,
    trustProxy: deps.trustProxy.length > 0 ? [...deps.trustProxy] : false,
    routerOptions: { maxParamLength },
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      // No hook runs for these.
      reply.raw.once('finish', () => noteAnswer(request, reply));
      return answerError(error, request, reply);
    },
    clientErrorHandler: createMalformedRequestHandler(deps),
    // An upload may take hours; a stop must not wait for it.
    forceCloseConnections: true,
    // A missing one is refused below, in the error envelope.
    http: { headersTimeout: headersTimeoutMs, requireHostHeader: false },
    requestTimeout: requestTimeoutMs,
    genReqId: (request) => {
      const given = request.headers[requestHeaders.correlationId];
      return typeof given === 'string' && correlationIdShape.test(given) ? given : randomUUID();
    },
  });
  // No call accepts plain text, which forms of other sites can send without permission.
  app.removeContentTypeParser('text/plain');
  readJsonBodies(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  if (deps.tracing) traceRequests(app, deps.tracing, deps.routineRoutes);
  // By callback: each segment would wait for two promises (`bench -- load`).
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    limitBodyTime(request);
    refuseOtherForms(request);
    if (deps.trustProxy.length > 0) refuseForgedOwnAddress(request);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    noteAnswer(request, reply);
    done();
  });
  if (deps.drain) endConnectionsWhileDraining(app, deps.drain);
  refuseOtherMethods(app, { maxParamLength });

  function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
    setSecurityHeaders(reply, deps.isSecure);
    reply.header(responseHeaders.correlationId, request.id);
  }

  function noteAnswer(request: FastifyRequest, reply: FastifyReply): void {
    const route = findRoutePattern(request);
    const { statusCode: status, elapsedTime } = reply;
    const durationMs = elapsedTime - (findKnownCall(request)?.waitedMs ?? 0);
    if (deps.onAnswered) {
      const bytes = Number(reply.getHeader('content-length') ?? 0);
      deps.onAnswered(request, route, { status, durationMs, bytes });
    }
    const { routineRoutes } = deps;
    const isRoutine =
      routineRoutes !== undefined && route.startsWith(routineRoutes) && status < 400;
    if (isRoutine && !log.isLevelEnabled('debug')) return;
    log[isRoutine ? 'debug' : 'info'](
      {
        correlationId: request.id,
        ...findTrace(request),
        method: request.method,
        route,
        status,
        durationMs: Math.round(durationMs * 10) / 10,
        client: readTextHeader(request, requestHeaders.clientName)?.slice(0, 40),
      },
      'answered',
    );
  }

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const refusal = toAppError(error, deps.rowRefusals);
    deps.onRefused?.(request, refusal);
    if (isServerFault(refusal)) {
      const err = refusal.cause ?? error;
      log.error(
        { err, correlationId: request.id, ...findTrace(request), route: findRoutePattern(request) },
        'a request failed',
      );
    } else if (refusal.cause instanceof pg.DatabaseError) {
      const facts = {
        correlationId: request.id,
        ...findTrace(request),
        route: findRoutePattern(request),
      };
      log.warn({ err: refusal.cause, ...facts }, 'a row was refused that another call had changed');
    }
    if (refusal.retryAfterSeconds !== undefined) {
      reply.header(responseHeaders.retryAfter, refusal.retryAfterSeconds);
    }
    if (refusal.status === 401) reply.header('www-authenticate', formatChallenge(refusal));
    // If the connection is closed in mid-body, many senders never see why. So it is kept open, even
    // if they or Fastify ask to close it; Node discards the rest, and `limitBodyTime` cuts it off
    // when it takes too long.
    if (isTooLong(error)) reply.removeHeader('connection');
    if (isBodyComing(request)) reply.raw.shouldKeepAlive = true;
    return reply
      .code(refusal.status)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(buildErrorBody(refusal, request, clock.now()));
  }
  app.setErrorHandler(answerError);

  if (deps.findCountry) app.decorate('findCountry', deps.findCountry);
  await app.register(cookie);
  await app.register(multipart, { throwFileSizeLimit: true });
  await app.register(underPressure, { maxEventLoopDelay: deps.mostLagMs });
  return app;
}

function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
}

/** Builds the error envelope (specification, section 3). */
export function buildErrorBody(error: AppError, request: FastifyRequest, now: Date) {
  const type = error.type;
  const { message, code, details } = error;
  return {
    error: { type, message, code, ...(details ? { details } : {}) },
    meta: buildMeta(request, now),
  };
}

/**
 * Formats the challenge that tells a client which proof is required (RFC 9449, sections 7.1 and 9).
 */
function formatChallenge(error: AppError): string {
  const wanted =
    error.details?.['reason'] === 'nonce_required' ? 'use_dpop_nonce' : 'invalid_token';
  return `DPoP error="${wanted}", algs="ES256"`;
}

/**
 * Refuses a method that a known path does not have (RFC 9110, section 15.5.6), before a body is
 * read and before the caller is authenticated: the answer says nothing about who may call. Also
 * covers routes that are added after this call.
 */
function refuseOtherMethods(
  app: FastifyInstance,
  { maxParamLength }: { maxParamLength: number },
): void {
  const paths = findMyWay({ maxParamLength });
  const methods = new Set<HTTPMethod>();
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat().filter(isMethod)) {
      methods.add(each);
      if (!paths.hasRoute(each, url)) paths.on(each, url, () => undefined);
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const allowed = [...methods].filter((method) => paths.find(method, request.url));
    if (allowed.length === 0) return;
    reply.header('allow', allowed.sort().join(', '));
    throw new AppError('INVALID_VALUE', 'This address does not have that method.', {
      status: 405,
      reason: 'method_not_allowed',
    });
  });
}

function isMethod(name: string): name is HTTPMethod {
  return METHODS.includes(name);
}
