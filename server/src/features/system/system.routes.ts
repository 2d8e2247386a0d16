import { apiVersion, basePath, endpoints } from '@prahari/contract';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Configure } from './configuration/configuration.usecases.ts';
import type { Health } from './health/health.usecases.ts';

export interface SystemRouteDeps {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly configure: Configure;
  readonly version: string;
}

export function bindSystemRoutes(bind: Bind, deps: SystemRouteDeps): void {
  const { clock, metrics, health, configure, version } = deps;
  bind(endpoints.system.root, async () => ({
    name: 'Prahari',
    apiVersion,
    documentation: `${basePath}/docs`,
  }));
  bind(endpoints.system.version, async () => ({ version, apiVersion }));
  bind(endpoints.system.health, async () => {
    await health.ready();
    return { status: 'ok' as const, timestamp: clock.now().toISOString() };
  });
  bind(endpoints.system.liveness, async () => ({ status: 'ok' as const }));
  bind(endpoints.system.readiness, async () => {
    await health.ready();
    return { status: 'ok' as const };
  });
  bind(endpoints.system.deepHealth, async () => ({
    status: 'ok' as const,
    checks: await health.deep(),
  }));
  bind(endpoints.system.metrics, async ({ reply }) => {
    reply.type(metrics.contentType);
    return metrics.text();
  });
  const { config, updateConfig, adminConfig, updateAdminConfig } = endpoints.system;
  for (const endpoint of [config, adminConfig]) bind(endpoint, () => configure.read());
  for (const endpoint of [updateConfig, updateAdminConfig]) {
    bind(endpoint, ({ body, caller, request }) =>
      configure.edit({ userId: caller.userId, address: request.ip }, body),
    );
  }
}
