import * as z from 'zod/mini';
import {
  analyticsMetricsSchema,
  analyticsOverviewSchema,
  analyticsRanges,
  realTimeEventsSchema,
  signInAnalyticsSchema,
} from '../analytics.ts';
import { endpoint } from '../endpoint.ts';
import { wholeNumber } from '../fields.ts';
import { administrators } from '../roles.ts';

const tag = 'Analytics';
const readers = { kind: 'session', roles: administrators, permission: 'analytics.read' } as const;
const range = { timeRange: z._default(z.enum(analyticsRanges), '24h') };
/** Specification, section 9. */
const limit = wholeNumber({ min: 1, max: 200, fallback: 50 });

export const analyticsEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/admin/analytics',
    access: readers,
    tag,
    summary: 'Figures of a range of time with their charts and the latest events',
    query: z.object({ ...range, limit }),
    data: analyticsOverviewSchema,
  }),
  overview: endpoint({
    method: 'GET',
    path: '/admin/analytics/overview',
    access: readers,
    tag,
    summary: 'The same, as the dashboard reads it',
    query: z.object(range),
    data: analyticsOverviewSchema,
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/admin/analytics/metrics',
    access: readers,
    tag,
    summary: 'Figures of a range of time, each with its change against the range before',
    query: z.object(range),
    data: analyticsMetricsSchema,
  }),
  realTime: endpoint({
    method: 'GET',
    path: '/admin/analytics/real-time',
    access: readers,
    tag,
    summary: 'The latest events of users in scope, newest first',
    query: z.object({ limit }),
    data: realTimeEventsSchema,
  }),
  signIns: endpoint({
    method: 'GET',
    path: '/admin/analytics/sign-ins',
    access: readers,
    tag,
    summary: 'Sign-ins: successes, failures by reason, new devices, hours of the day, slow ones',
    query: z.object(range),
    data: signInAnalyticsSchema,
  }),
} as const;
