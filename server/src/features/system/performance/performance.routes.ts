import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { Health } from '../health/health.usecases.ts';
import { describeAdminHome } from '../home/home.usecases.ts';
import type { LoadRunner } from '../load-tests/load-runner.adapter.ts';
import { cancelLoadRun, describeLoadRun, startLoadRun } from '../load-tests/load-runs.usecases.ts';
import { listLoadTests, storeLoadTest } from '../load-tests/store-load-tests.usecases.ts';
import { describeCurrentMetrics, resetMetrics } from '../metrics/current-metrics.usecases.ts';
import { checkConnection } from '../network-check/network-check.rules.ts';
import type { SystemDeps } from '../system.deps.ts';
import {
  describePerformance,
  describePerformanceOverTime,
} from './describe-performance.usecases.ts';

export function bindPerformanceRoutes(
  bind: Bind,
  deps: SystemDeps & { readonly runner: LoadRunner },
  health: Health,
): void {
  const { performance: calls } = endpoints;
  bind(calls.overview, ({ query }) => describePerformance(deps, query.timeRange));
  bind(calls.metrics, ({ query }) => describePerformanceOverTime(deps, query.timeRange));
  for (const endpoint of [calls.systemHealth, calls.adminSystemHealth])
    bind(endpoint, () => health.describeSystem());
  bind(calls.loadTests, ({ query }) => listLoadTests(deps, query.limit));
  bind(calls.storeLoadTest, ({ body, caller, request }) =>
    storeLoadTest(deps, { userId: caller.userId, address: request.ip }, body),
  );
  bind(calls.loadRun, () => describeLoadRun(deps));
  bind(calls.startLoadRun, ({ body, caller, request }) =>
    startLoadRun(deps, { userId: caller.userId, address: request.ip }, body),
  );
  bind(calls.cancelLoadRun, ({ params, caller, request }) =>
    cancelLoadRun(deps, { userId: caller.userId, address: request.ip }, params.id),
  );
  bind(calls.dashboardMetrics, ({ caller }) => describeAdminHome(deps, caller));
  bind(calls.current, () => describeCurrentMetrics(deps));
  bind(calls.lastHour, () => describePerformance(deps, '1h'));
  bind(calls.reset, ({ caller, request }) =>
    resetMetrics(deps, { userId: caller.userId, address: request.ip }),
  );
  bind(calls.networkCheck, async ({ query, request }) =>
    checkConnection(
      {
        address: request.ip,
        country: request.server.findCountry?.(request.ip) ?? null,
        httpVersion: request.raw.httpVersion,
        isEncrypted: request.protocol === 'https',
        headers: request.headers,
        sentAt: query.sentAt,
        roundTripMs: query.roundTripMs,
      },
      deps.clock.now(),
    ),
  );
}
