import * as z from 'zod/mini';
import { adminHomeSchema } from '../admin-home.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema, instantSchema, wholeNumber } from '../fields.ts';
import {
  currentMetricsSchema,
  loadReportSchema,
  loadRequestSchema,
  loadRunSchema,
  loadRunViewSchema,
  loadTestSchema,
  networkCheckSchema,
  performanceOverviewSchema,
  performanceRanges,
  performanceSeriesSchema,
  systemHealthSchema,
} from '../performance.ts';
import { administrators, userTypes } from '../roles.ts';

const tag = 'System';
const readers = { kind: 'session', roles: administrators, permission: 'performance.read' } as const;
const probe = { kind: 'probe' } as const;
const configurators = {
  kind: 'session',
  roles: ['SUPER_ADMIN'],
  permission: 'system.configure',
} as const;
const range = { timeRange: z._default(z.enum(performanceRanges), '1h') };

export const performanceEndpoints = {
  overview: endpoint({
    method: 'GET',
    path: '/admin/performance/overview',
    access: readers,
    tag,
    summary: 'How calls, segments and sign-ins were answered within a range of time, and by route',
    query: z.object(range),
    data: performanceOverviewSchema,
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/admin/performance/metrics',
    access: readers,
    tag,
    summary: 'The figures of the performance page over time, one point for each step',
    query: z.object(range),
    data: performanceSeriesSchema,
  }),
  systemHealth: endpoint({
    method: 'GET',
    path: '/admin/performance/system-health',
    access: readers,
    tag,
    summary: 'Each part of the system with its state, latency and cause, and its processes',
    data: systemHealthSchema,
  }),
  adminSystemHealth: endpoint({
    method: 'GET',
    path: '/admin/system/health',
    access: readers,
    tag,
    summary: 'The health of the system, beside the other administrator calls',
    data: systemHealthSchema,
  }),
  loadTests: endpoint({
    method: 'GET',
    path: '/admin/performance/load-tests',
    access: readers,
    tag,
    summary: 'Reports of load tests, newest first',
    query: z.object({ limit: wholeNumber({ min: 1, max: 100, fallback: 10 }) }),
    data: z.object({ items: z.array(loadTestSchema) }),
  }),
  storeLoadTest: endpoint({
    method: 'POST',
    path: '/admin/performance/load-tests',
    access: configurators,
    tag,
    summary: 'Store the report of a load test',
    body: loadReportSchema,
    data: loadTestSchema,
  }),
  loadRun: endpoint({
    method: 'GET',
    path: '/admin/performance/load-tests/run',
    access: readers,
    tag,
    summary: 'The load test that was last started from the page, with its progress',
    data: loadRunViewSchema,
  }),
  startLoadRun: endpoint({
    method: 'POST',
    path: '/admin/performance/load-tests/run',
    access: configurators,
    tag,
    summary: 'Start a small load test of this server, by virtual learners; one at a time',
    body: loadRequestSchema,
    data: loadRunSchema,
  }),
  cancelLoadRun: endpoint({
    method: 'POST',
    path: '/admin/performance/load-tests/run/{id}/cancel',
    access: configurators,
    tag,
    summary: 'Cancel a load test that runs',
    params: z.object({ id: idSchema }),
    data: loadRunSchema,
  }),
  dashboardMetrics: endpoint({
    method: 'GET',
    path: '/admin/dashboard/metrics',
    // Each part's description says which permission it needs.
    access: { kind: 'session', roles: administrators },
    tag,
    summary: 'The live figures of the home page, beside the other administrator calls',
    data: adminHomeSchema,
  }),
  current: endpoint({
    method: 'GET',
    path: '/metrics/current',
    atRoot: true,
    access: probe,
    tag,
    summary: 'The answering process at this moment, as JSON',
    data: currentMetricsSchema,
  }),
  lastHour: endpoint({
    method: 'GET',
    path: '/metrics/performance',
    atRoot: true,
    access: probe,
    tag,
    summary: 'How the installation answered in the last hour, as JSON',
    data: performanceOverviewSchema,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/metrics/reset',
    atRoot: true,
    access: configurators,
    tag,
    summary: 'Set the counters that /metrics shows of the answering process back to zero',
    data: z.object({ resetAt: instantSchema }),
  }),
  networkCheck: endpoint({
    method: 'GET',
    path: '/security/network-check',
    access: { kind: 'session', roles: userTypes },
    tag: 'Security',
    summary: 'What the server sees of the caller’s connection, with its issues',
    query: z.object({
      /** The caller's clock as it sends this. */
      sentAt: z.optional(instantSchema),
      /** Of an earlier request, as the caller measured it. */
      roundTripMs: z.optional(z.coerce.number<number>().check(z.gte(0), z.lte(600_000))),
    }),
    data: networkCheckSchema,
  }),
} as const;
