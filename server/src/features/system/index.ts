import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Chore } from '../../platform/retention/chore.ts';
import { doChores } from '../../platform/retention/do-chores.ts';
import { type ClientErrorsDeps, createClientErrorLog } from './client-errors/index.ts';
import { type ConfigureDeps, createConfigure } from './configuration/configuration.usecases.ts';
import { createSystemRepository } from './health/health.repository.ts';
import { createHealth, type HealthDeps } from './health/health.usecases.ts';
import { createCheckLeftovers } from './health/purge-check-leftovers.usecases.ts';
import { type MeasureDeps, measureInstallation } from './metrics/measure-installation.usecases.ts';
import { mayReadProbes, type ProbeDoor } from './metrics/probe.policy.ts';
import {
  type Retention,
  type RetentionSettings,
  retentionOf,
} from './retention/retention.rules.ts';
import { removePastCron, removePastKind } from './retention/tasks/purge-expired.task.ts';
import { probeRefused } from './system.errors.ts';
import { bindSystemRoutes } from './system.routes.ts';

export { clientErrorSettings } from './client-errors/client-errors.config.ts';
export { removePastKind } from './retention/tasks/purge-expired.task.ts';
export { readVersion } from './version.usecases.ts';

export interface SystemDeps
  extends Omit<HealthDeps, 'repository'>,
    ConfigureDeps,
    Omit<ClientErrorsDeps, 'nameOf'>,
    MeasureDeps {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly version: string;
  readonly probeDoor: ProbeDoor;
  readonly log: Log;
  /** Lists the chores that remove all that is past its use at the moments given. */
  chores(retention: () => Retention): readonly Chore[];
  readonly retention: RetentionSettings;
}

/**
 * Wires what tells which version runs here, whether it works, what it measured, and how it is
 * configured.
 */
export function createSystem(deps: SystemDeps) {
  measureInstallation(deps);
  const health = createHealth({ ...deps, repository: createSystemRepository() });
  const configure = createConfigure(deps);
  const clientErrors = createClientErrorLog({ ...deps, nameOf: deps.users.nameOf });
  const retention = () => retentionOf(deps.retention, deps.clock.now());
  const chores = [...deps.chores(retention), createCheckLeftovers(deps)];
  return {
    chores,
    async startWorker(queue: JobQueue): Promise<void> {
      await queue.work(removePastKind, 1, ({ signal }) => doChores(chores, { ...deps, signal }));
      await queue.schedule(removePastKind, removePastCron);
    },
    bindRoutes(bind: Bind): void {
      bindSystemRoutes(bind, { ...deps, health, configure });
      clientErrors.bindRoutes(bind);
    },
    stop: clientErrors.stop,
    /**
     * Admits callers of `/metrics` and `/health/deep`; see METRICS_TOKEN.
     * @throws AppError 403
     */
    admitProbe({ socket, headers, raw }: FastifyRequest): void {
      const { httpVersion } = raw;
      const facts = { remoteAddress: socket.remoteAddress, headers, httpVersion };
      if (!mayReadProbes(facts, deps.probeDoor)) throw probeRefused();
    },
  };
}
