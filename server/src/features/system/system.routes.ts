import { apiVersion, basePath, endpoints } from '@prahari/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { getSystemConfig, updateSystemConfig } from './configuration/configuration.usecases.ts';
import type { Health } from './health/health.usecases.ts';
import type { SystemDeps } from './system.deps.ts';

export function bindSystemRoutes(bind: Bind, deps: SystemDeps, health: Health): void {
  const { clock, metrics, version } = deps;
  bind(endpoints.system.root, async () => ({
    name: 'Prahari',
    apiVersion,
    documentation: `${basePath}/docs`,
  }));
  bind(endpoints.system.version, async () => ({ version, apiVersion }));
  bind(endpoints.system.health, async () => {
    await health.checkReadiness();
    return { status: 'ok' as const, timestamp: clock.now().toISOString() };
  });
  bind(endpoints.system.liveness, async () => ({ status: 'ok' as const }));
  bind(endpoints.system.readiness, async () => {
    await health.checkReadiness();
    return { status: 'ok' as const };
  });
  bind(endpoints.system.deepHealth, async () => ({
    status: 'ok' as const,
    checks: await health.checkDeeply(),
  }));
  bind(endpoints.system.metrics, async ({ reply }) => {
    reply.type(metrics.contentType);
    return metrics.text();
  });
  const { config, updateConfig, adminConfig, updateAdminConfig } = endpoints.system;
  for (const endpoint of [config, adminConfig]) bind(endpoint, () => getSystemConfig(deps));
  for (const endpoint of [updateConfig, updateAdminConfig]) {
    bind(endpoint, ({ body, caller, request }) =>
      updateSystemConfig(deps, { userId: caller.userId, address: request.ip }, body),
    );
  }
}
