import type { FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { WatchedPool } from '../db/watched-pool.ts';
import { readAtScrape } from './read-at-scrape.ts';

/**
 * From the time of a cached answer to the longest that a client waits (specification, section 9: 10
 * s).
 */
const durationBucketsSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
];

/** The methods of the API; all others (`PROPFIND`, `QUERY` …) count as one. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Counts one, or the given number: 0 shows a set of labels without counts so far. */
export type Count<Label extends string> = (
  labels: Readonly<Record<Label, string>>,
  by?: number,
) => void;

export interface Reading<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

export interface Metrics {
  readonly contentType: string;
  /** All metrics so far in the Prometheus text format. */
  text(): Promise<string>;
  /** Fits `onAnswered` of the HTTP app. `route` is a pattern, never an address. */
  onAnswered(
    request: FastifyRequest,
    route: string,
    answer: { readonly status: number; readonly durationMs: number },
  ): void;
  /** Registers a counter; the name ends with `_total`, and label values come from closed lists. */
  counter<Label extends string>(name: string, help: string, labels: readonly Label[]): Count<Label>;
  /**
   * Registers a value that goes up and down, read when metrics are asked for. A value that can't be
   * read at that time is left out, as unknown is not 0. Label values come from closed lists.
   */
  gauge<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    read: () => Promise<readonly Reading<Label>[]>,
  ): void;
  /** Sets all counters and histograms back to zero, as a restart does. */
  reset(): void;
  /** Shows how a pool of database connections is used, and how long callers wait for one. */
  watchPool(pool: WatchedPool): void;
}

/**
 * Creates the metrics of one server, in a separate registry so that servers can share a process.
 */
export function createMetrics(version: string): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'prahari_build_info',
    help: 'Always 1; the label says which version runs.',
    labelNames: ['version'],
    registers: [register],
    collect() {
      this.set({ version }, 1);
    },
  });
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
    reset: () => register.resetMetrics(),
    onAnswered(request, route, { status, durationMs }) {
      // The number of label sets must not depend on callers: each new set is kept until the process
      // ends.
      const method = methods.includes(request.method) ? request.method : 'other';
      const statusClass = `${Math.floor(status / 100)}xx`;
      durations.observe({ method, route, status: statusClass }, durationMs / 1000);
    },
    counter(name, help, labels) {
      const counter = new Counter({ name, help, labelNames: labels, registers: [register] });
      return (values, by = 1) => counter.inc(values, by);
    },
    gauge(name, help, labels, read) {
      const readings = readAtScrape(read);
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers: [register],
        async collect() {
          const known = await readings();
          this.reset();
          // Without labels a gauge starts at 0 again.
          if (labels.length === 0) this.remove();
          for (const one of known ?? []) this.set(one.labels, one.value);
        },
      });
    },
    watchPool(pool) {
      new Gauge({
        name: 'prahari_db_pool_connections',
        help: 'Connections to the database by state; waiting: callers that have none yet.',
        labelNames: ['state'],
        registers: [register],
        collect() {
          this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
          this.set({ state: 'idle' }, pool.idleCount);
          this.set({ state: 'waiting' }, pool.waitingCount);
        },
      });
      const waits = new Histogram({
        name: 'prahari_db_pool_wait_seconds',
        help: 'Time that callers waited for a connection to the database.',
        buckets: durationBucketsSeconds,
        registers: [register],
      });
      new Counter({
        name: 'prahari_db_second_connections_total',
        help: 'Times that a transaction asked for a second connection; each is a fault of Prahari.',
        registers: [register],
        collect() {
          this.reset();
          this.inc(pool.secondConnections);
        },
      });
      pool.observeWaits((waitedMs) => waits.observe(waitedMs / 1000));
    },
  };
}
