import * as z from 'zod/mini';
import { defineTextSetting, type Setting, type ValuesOf } from '../config/setting.ts';

const needsCollector = 'Without `OTEL_EXPORTER_OTLP_ENDPOINT` it has no effect.';

const samplerNames = [
  'parentbased_traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'always_on',
  'traceidratio',
  'always_off',
] as const;
export type SamplerName = (typeof samplerNames)[number];

/** The variables of OpenTelemetry, by their own names; the others of its exporter hold as well. */
export const tracingSettings = {
  otlpEndpoint: defineCollectorSetting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Address of an OpenTelemetry collector (OTLP over HTTP, such as `http://localhost:4318`), which gets the traces of requests, their database statements and jobs, without values. When not set, nothing is traced.',
  ),
  otlpHeaders: defineSecretSetting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    `Headers for the collector, such as \`authorization=Bearer%20…\`, separated by commas. ${needsCollector}`,
  ),
  otelServiceName: defineTextSetting(
    'OTEL_SERVICE_NAME',
    `Name of this service in traces. ${needsCollector}`,
    'prahari',
  ),
  otelSampler: defineSamplerSetting(
    'OTEL_TRACES_SAMPLER',
    `Which traces are kept; when not set, one in a hundred, and those that a caller keeps. The trace of one call takes a third of a millisecond of the processor: with \`parentbased_always_on\` a server answers up to a third fewer calls. ${needsCollector}`,
  ),
  otelSamplerArg: defineShareSetting(
    'OTEL_TRACES_SAMPLER_ARG',
    `Share of the traces that a sampler \`…traceidratio\` keeps, from 0 to 1; 1 where only the sampler is set. ${needsCollector}`,
  ),
} as const;

export type TracingSettings = ValuesOf<typeof tracingSettings>;

/** A trace takes a third of a millisecond of the processor: so few cost each call some microseconds. */
const usualShare = 0.01;

/** Decides which traces are kept. The standard's own defaults hold as soon as a sampler is named. */
export function planSampling({
  otelSampler,
  otelSamplerArg,
}: Pick<TracingSettings, 'otelSampler' | 'otelSamplerArg'>): {
  readonly sampler: SamplerName;
  readonly share: number;
} {
  if (otelSampler !== undefined) return { sampler: otelSampler, share: otelSamplerArg ?? 1 };
  return { sampler: 'parentbased_traceidratio', share: otelSamplerArg ?? usualShare };
}

/** The trace that something belongs to, as W3C Trace Context names it. */
export interface TraceIds {
  readonly traceId: string;
  readonly spanId: string;
}

/** The span of a request that is being answered. */
export interface RequestSpan extends TraceIds {
  /** What runs within it and is awaited there belongs to it. */
  run(work: () => void): void;
  end(answer: {
    readonly route: string;
    readonly status: number;
    readonly correlationId: string;
  }): void;
}

export interface Statement {
  /** With placeholders in place of values. */
  readonly sql: string;
  readonly durationMs: number;
  readonly error?: unknown;
}

/** Where traces are on. */
export interface Tracing {
  /** @param traceparent the header of that name, if the caller sent one */
  startRequest(method: string, traceparent: string | undefined): RequestSpan;
  /** Tells whether statements of this moment belong to a trace that is kept; others aren't measured. */
  isTraced(): boolean;
  /** Notes a statement that has just ended, where it belongs to a request or a job. */
  noteStatement(statement: Statement): void;
  runJob<Result>(
    job: { readonly kind: string; readonly attempt: number },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Sends what waits, for a few seconds at most. */
  stop(): Promise<void>;
}

function defineCollectorSetting(variable: string, doc: string): Setting<string | undefined> {
  const isAddress = (text: string) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password, search, hash } = new URL(text);
    return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
  };
  const error = 'an address such as http://localhost:4318 is needed, without password and query';
  const schema = z.optional(z.string().check(z.refine<string>(isAddress, error)));
  return { variable, doc, defaultText: '–', schema };
}

function defineSecretSetting(variable: string, doc: string): Setting<string | undefined> {
  return { variable, doc, defaultText: '–', schema: z.optional(z.string()), isSecret: true };
}

function defineSamplerSetting(variable: string, doc: string): Setting<SamplerName | undefined> {
  const error = `choose one of ${samplerNames.join(', ')}`;
  return { variable, doc, defaultText: '–', schema: z.optional(z.enum(samplerNames, { error })) };
}

function defineShareSetting(variable: string, doc: string): Setting<number | undefined> {
  const error = 'a number from 0 to 1 is needed';
  const schema = z.optional(
    z.pipe(
      z.string().check(z.regex(/^(?:0?\.\d+|[01](?:\.0+)?)$/, error)),
      z.transform((text: string) => Number(text)),
    ),
  );
  return { variable, doc, defaultText: '–', schema };
}
