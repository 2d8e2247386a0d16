import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import pg from 'pg';
import { parseTraceParent } from '../http/request-trace.ts';
import type { Log } from '../log/log.ts';
import { describeStatement } from './statement-name.ts';
import { planSampling, type Tracing, type TracingSettings } from './tracing.ts';

const longestStopMs = 3000;
const exportTimeoutMs = 5000;
/** A collector that is away fails every few seconds. */
const warnEveryMs = 600_000;

/** Opens tracing to a collector, by OTLP over HTTP. */
export function openOtlpTracing(
  settings: TracingSettings & { readonly otlpEndpoint: string },
  { log, version }: { readonly log: Log; readonly version: string },
): Tracing {
  const exporter = warnOfFailures(
    new OTLPTraceExporter({
      url: `${settings.otlpEndpoint.replace(/\/$/, '')}/v1/traces`,
      headers: parseHeaders(settings.otlpHeaders ?? ''),
      timeoutMillis: exportTimeoutMs,
    }),
    log,
  );
  const provider = new TracerProvider({
    sampler: chooseSampler(settings),
    resource: resourceFromAttributes({
      'service.name': settings.otelServiceName,
      'service.version': version,
      'process.pid': process.pid,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('prahari', version);
  // Not the global one of the library: several servers of a test share a process.
  const current = new AsyncLocalStorage<Context>();

  return {
    startRequest(method, traceparent) {
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, readParent(traceparent));
      const { traceId, spanId } = span.spanContext();
      // Nearly all calls: they need no context of their own, and none of their statements is measured.
      if (!span.isRecording()) return { traceId, spanId, run: runPlainly, end: endNothing };
      return {
        traceId,
        spanId,
        run: (work) => current.run(trace.setSpan(ROOT_CONTEXT, span), work),
        end({ route, status, correlationId }) {
          span.updateName(`${method} ${route}`);
          span.setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
            'prahari.correlation_id': correlationId,
          });
          // What callers do wrong is no failure of the server.
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    isTraced: () => current.getStore() !== undefined,
    noteStatement({ sql, durationMs, error }) {
      const context = current.getStore();
      if (context === undefined) return;
      const { name, operation, table, text } = describeStatement(sql);
      const endedMs = Date.now();
      const span = tracer.startSpan(
        name,
        {
          kind: SpanKind.CLIENT,
          startTime: endedMs - durationMs,
          attributes: {
            'db.system.name': 'postgresql',
            'db.operation.name': operation,
            'db.query.text': text,
            ...(table === undefined ? {} : { 'db.collection.name': table }),
          },
        },
        context,
      );
      if (error !== undefined) markFailed(span, error);
      span.end(endedMs);
    },
    async runJob({ kind, attempt }, work) {
      const attributes = { 'prahari.job.kind': kind, 'prahari.job.attempt': attempt };
      const options = { kind: SpanKind.CONSUMER, attributes };
      const span = tracer.startSpan(`job ${kind}`, options, ROOT_CONTEXT);
      if (!span.isRecording()) return work();
      try {
        return await current.run(trace.setSpan(ROOT_CONTEXT, span), work);
      } catch (error) {
        markFailed(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    async stop() {
      const isShut = provider.shutdown().catch(() => undefined);
      await Promise.race([isShut, delay(longestStopMs, undefined, { ref: false })]);
    },
  };
}

const runPlainly = (work: () => void) => work();
const endNothing = () => undefined;

/** Names a failure without its message, which may hold values. */
function markFailed(span: Span, error: unknown): void {
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  const name = error instanceof Error ? error.name : typeof error;
  span.setAttribute('error.type', code ?? name);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The caller's span, where it named one. */
function readParent(traceparent: string | undefined): Context {
  const parent = parseTraceParent(traceparent);
  if (parent === undefined) return ROOT_CONTEXT;
  const { traceId, parentSpanId, isSampled } = parent;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId: parentSpanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });
}

function chooseSampler(settings: TracingSettings): Sampler {
  const { sampler, share } = planSampling(settings);
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  };
  switch (sampler) {
    case 'always_on':
    case 'always_off':
    case 'traceidratio':
      return root[sampler]();
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: root.always_on() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: root.always_off() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: root.traceidratio() });
  }
}

/** Reads `name=value,name=value`, values percent-encoded (the standard's form). */
function parseHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((part) => {
    const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    return name === undefined || value === undefined ? [] : [[name, decode(value)] as const];
  });
  return Object.fromEntries(pairs);
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Says in the log that traces are lost, at most every ten minutes; requests don't notice it. */
function warnOfFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let quietUntilMs = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && performance.now() >= quietUntilMs) {
          quietUntilMs = performance.now() + warnEveryMs;
          log.warn({ err: result.error, spans: spans.length }, 'traces could not be sent');
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
