import type { FastifyRequest } from 'fastify';
import type { RecordTable } from '../../platform/db/inspect-database.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { runRetentionJobs } from '../../platform/retention/run-retention-jobs.ts';
import { bindClientErrorRoutes } from './client-errors/client-errors.routes.ts';
import { purgeClientErrors } from './client-errors/client-errors.usecases.ts';
import { findReaderDelays } from './health/health.repository.ts';
import { createHealth } from './health/health.usecases.ts';
import { purgeCheckLeftovers } from './health/purge-check-leftovers.usecases.ts';
import { bindHomeRoutes } from './home/home.routes.ts';
import { createLoadRunner } from './load-tests/load-runner.adapter.ts';
import { measureInstallation } from './metrics/measure-installation.usecases.ts';
import { describeProbes, mayReadProbes } from './metrics/probe.policy.ts';
import { measureSignIns, measureUptime } from './performance/describe-performance.usecases.ts';
import { bindPerformanceRoutes } from './performance/performance.routes.ts';
import { createPerformanceRecord } from './performance/record-performance.usecases.ts';
import {
  foldPerformance,
  foldPerformanceCron,
  foldPerformanceKind,
  listPerformanceRetentionJobs,
} from './performance/tasks/fold-performance.task.ts';
import { bindPolicyReportRoutes } from './policy-reports/policy-reports.routes.ts';
import { purgeExpiredCron, purgeExpiredKind } from './retention/tasks/purge-expired.task.ts';
import type { SystemDeps, SystemFeatureDeps } from './system.deps.ts';
import { probeRefused } from './system.errors.ts';
import { bindSystemRoutes } from './system.routes.ts';

export type { HomePorts } from './ports.ts';
export { systemSettings } from './system.config.ts';
export { readVersion } from './version.usecases.ts';

export const clientErrorRecord: RecordTable = {
  where: 'browser errors',
  table: 'client_errors',
  at: 'received_at',
};

export const systemJobKinds = [purgeExpiredKind, foldPerformanceKind];

const purgeClientErrorsEveryMs = 3_600_000;

/**
 * Creates the feature: version, health, metrics, configuration, retention, and errors of browsers.
 */
export function createSystem({ settings, ...given }: SystemFeatureDeps) {
  const deps: SystemDeps = given;
  const { log } = deps;
  const probes = describeProbes(settings);
  const remoteLog = settings.remoteLog === 'on' ? settings.remoteLogEndpoint : undefined;
  measureInstallation(deps);
  const health = createHealth(deps);
  const runner = createLoadRunner(deps);
  const record = createPerformanceRecord(deps);
  record.start();
  const retentionJobs = [
    ...given.retentionJobs,
    ...listPerformanceRetentionJobs(deps),
    {
      name: 'leftovers of health checks',
      removeSome: (atMost: number) => purgeCheckLeftovers(deps, atMost),
    },
  ];
  const timer = setInterval(() => void purgeClientErrors(deps), purgeClientErrorsEveryMs);
  timer.unref();
  return {
    retentionJobs,
    recordPerformance: record.record,
    findReaderDelays: () => findReaderDelays(deps.db),
    measureUptime: (from: Date, to: Date) => measureUptime(deps, from, to),
    measureSignIns: (from: Date, to: Date) => measureSignIns(deps, from, to),
    foldPerformance: () => foldPerformance(deps),
    async startWorker(queue: JobQueue): Promise<void> {
      await queue.work(purgeExpiredKind, 1, ({ signal }) =>
        runRetentionJobs(retentionJobs, { log, signal }),
      );
      await queue.schedule(purgeExpiredKind, purgeExpiredCron);
      await queue.work(foldPerformanceKind, 1, () => foldPerformance(deps));
      await queue.schedule(foldPerformanceKind, foldPerformanceCron);
    },
    bindRoutes(bind: Bind): void {
      bindSystemRoutes(bind, deps, health);
      bindClientErrorRoutes(bind, deps);
      bindPolicyReportRoutes(bind, deps);
      bindHomeRoutes(bind, deps);
      bindPerformanceRoutes(bind, { ...deps, runner }, health);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await runner.stop();
      await record.stop();
    },
    /** The values inserted into the page of the web app, by their placeholder. */
    pageFacts: {
      __CLIENT_ERROR_LOG__: settings.clientErrorLog,
      __REMOTE_LOG__: remoteLog ?? '',
    },
    /** The addresses of other sites to which the page sends something. */
    pageConnectsTo: remoteLog === undefined ? [] : [remoteLog],
    /**
     * Admits callers of `/metrics` and `/health/deep`; see METRICS_TOKEN.
     * @throws AppError 403
     */
    admitProbe({ socket, headers, raw }: FastifyRequest): void {
      const { httpVersion } = raw;
      const facts = { remoteAddress: socket.remoteAddress, headers, httpVersion };
      if (!mayReadProbes(facts, probes)) throw probeRefused();
    },
  };
}

export type System = ReturnType<typeof createSystem>;
