import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { type ClientErrorsDeps, createClientErrorLog } from './client-errors/index.ts';
import { type ConfigureDeps, createConfigure } from './configure.usecases.ts';
import { createHealth, type HealthDeps } from './health.usecases.ts';
import { mayReadProbes } from './probe.policy.ts';
import { probeRefused } from './system.errors.ts';
import { createSystemRepository } from './system.repository.ts';
import { bindSystemRoutes } from './system.routes.ts';

export { clientErrorSettings } from './client-errors/client-errors.config.ts';
export { readVersion } from './version.usecases.ts';

export interface SystemDeps
  extends Omit<HealthDeps, 'repository'>,
    ConfigureDeps,
    ClientErrorsDeps {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly version: string;
  readonly metricsToken: string | undefined;
}

/** What runs here, whether it works, what it measured, and how it is configured. */
export function createSystem(deps: SystemDeps) {
  const health = createHealth({ ...deps, repository: createSystemRepository() });
  const configure = createConfigure(deps);
  const clientErrors = createClientErrorLog(deps);
  return {
    bindRoutes(bind: Bind): void {
      bindSystemRoutes(bind, { ...deps, health, configure });
      clientErrors.bindRoutes(bind);
    },
    stop: clientErrors.stop,
    /**
     * The door of `/metrics` and `/health/deep`; see METRICS_TOKEN.
     * @throws AppError 403
     */
    admitProbe({ socket, headers }: FastifyRequest): void {
      const facts = { remoteAddress: socket.remoteAddress, headers };
      if (!mayReadProbes(facts, deps.metricsToken)) throw probeRefused();
    },
  };
}
