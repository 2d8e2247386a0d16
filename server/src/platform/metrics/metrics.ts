import type { FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** From a cached answer to the longest that a client waits (specification, section 9: 10 s). */
const durationBucketsSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
];

export type Count<Label extends string> = (labels: Readonly<Record<Label, string>>) => void;

export interface Metrics {
  readonly contentType: string;
  /** Everything measured so far in the Prometheus text format. */
  text(): Promise<string>;
  /** Fits `onAnswered` of the HTTP app. `route` is a pattern, never an address: labels stay few. */
  onAnswered(request: FastifyRequest, route: string, status: number, durationMs: number): void;
  /** A counter of its own; the name ends with `_total`, and label values come from closed lists. */
  counter<Label extends string>(name: string, help: string, labels: readonly Label[]): Count<Label>;
}

/** The measurements of one process, each in a registry of its own so that servers can share one. */
export function createMetrics(version: string): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'prahari_build_info',
    help: 'Always 1; the label says which version runs.',
    labelNames: ['version'],
    registers: [register],
  }).set({ version }, 1);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBucketsSeconds,
    registers: [register],
  });
  return {
    contentType: register.contentType,
    text: () => register.metrics(),
    onAnswered(request, route, status, durationMs) {
      durations.observe({ method: request.method, route, status }, durationMs / 1000);
    },
    counter(name, help, labels) {
      const counter = new Counter({ name, help, labelNames: labels, registers: [register] });
      return (values) => counter.inc(values);
    },
  };
}
