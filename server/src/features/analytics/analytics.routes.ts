import { endpoints } from '@prahari/contract';
import type { Bind } from '../../platform/http/bind.ts';
import type { AnalyticsDeps } from './analytics.deps.ts';
import {
  describeMetrics,
  describeOverview,
  listRealTimeEvents,
} from './overview/overview.usecases.ts';
import { describeSignIns } from './sign-ins/sign-ins.usecases.ts';

export function bindAnalyticsRoutes(bind: Bind, deps: AnalyticsDeps): void {
  const { analytics: calls } = endpoints;
  bind(calls.get, ({ caller, query }) => describeOverview(deps, caller, query));
  bind(calls.overview, ({ caller, query }) => describeOverview(deps, caller, query));
  bind(calls.metrics, ({ caller, query }) => describeMetrics(deps, caller, query.timeRange));
  bind(calls.realTime, ({ caller, query }) => listRealTimeEvents(deps, caller, query.limit));
  bind(calls.signIns, ({ caller, query }) => describeSignIns(deps, caller, query.timeRange));
}
