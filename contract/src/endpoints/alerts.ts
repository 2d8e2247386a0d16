import * as z from 'zod/mini';
import { alertRuleSchema, newAlertRuleSchema, ruleDryRunSchema } from '../alert-rules.ts';
import {
  activityItemSchema,
  alertDetailSchema,
  alertFilterQuery,
  alertLimits,
  alertListQuery,
  alertSchema,
  alertSeverities,
  alertStatisticsSchema,
  alertTimeRanges,
} from '../alerts.ts';
import { endpoint } from '../endpoint.ts';
import {
  anyOf,
  idSchema,
  instantSchema,
  noNul,
  pageOf,
  utcOffsetMinutes,
  wholeNumber,
} from '../fields.ts';
import { administrators } from '../roles.ts';

const tag = 'Alerts';
const readers = { kind: 'session', roles: administrators, permission: 'alerts.read' } as const;
const writers = { kind: 'session', roles: administrators, permission: 'alerts.write' } as const;

const params = z.object({ id: idSchema });
/** As the client names the one who acts; the server records beside it who really did. */
const actor = z.string().check(z.trim(), z.minLength(1), z.maxLength(alertLimits.actor), noNul);
const optionalText = z.optional(z.string().check(z.trim(), z.maxLength(alertLimits.note), noNul));
const requiredText = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(alertLimits.note), noNul);
const { suppressMs } = alertLimits;

export const alertEndpoints = {
  overview: endpoint({
    method: 'GET',
    path: '/admin/alerts/overview',
    access: readers,
    tag,
    summary: 'The latest alerts of a time range with their statistics, and the rules',
    query: z.object({
      ...alertFilterQuery,
      timeRange: z._default(z.enum(alertTimeRanges), '24h'),
      utcOffsetMinutes,
    }),
    data: z.object({
      alerts: z.array(alertSchema),
      statistics: alertStatisticsSchema,
      rules: z.array(alertRuleSchema),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/alerts/list',
    access: readers,
    tag,
    summary: 'Alerts about users in scope; about addresses and the system for a global scope only',
    query: alertListQuery,
    data: z.extend(pageOf(alertSchema), {
      /** There are more than `total`: a search ends at 250. */
      isMore: z.boolean(),
    }),
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/admin/alerts/statistics',
    access: readers,
    tag,
    summary: 'Counts of the alerts that were last seen in a time range',
    query: z.object({ timeRange: z._default(z.enum(alertTimeRanges), '24h'), utcOffsetMinutes }),
    data: alertStatisticsSchema,
  }),
  rules: endpoint({
    method: 'GET',
    path: '/admin/alerts/rules',
    access: readers,
    tag,
    summary: 'All rules, built-in ones first',
    data: z.object({ items: z.array(alertRuleSchema) }),
  }),
  createRule: endpoint({
    method: 'POST',
    path: '/admin/alerts/rules',
    access: writers,
    tag,
    summary:
      'Create a rule; for administrators whose scope has no bounds, like every change of rules',
    body: newAlertRuleSchema,
    data: alertRuleSchema,
    status: 201,
  }),
  updateRule: endpoint({
    method: 'PUT',
    path: '/admin/alert-rules/{id}',
    access: writers,
    tag,
    summary: 'Change a rule, unless it was changed since it was read',
    params,
    body: z.object({ rule: newAlertRuleSchema, version: z.int() }),
    data: alertRuleSchema,
  }),
  setRuleEnabled: endpoint({
    method: 'PATCH',
    path: '/admin/alert-rules/{id}/enabled',
    access: writers,
    tag,
    summary: 'Switch a rule on or off',
    params,
    body: z.object({ enabled: z.boolean() }),
    data: alertRuleSchema,
  }),
  deleteRule: endpoint({
    method: 'DELETE',
    path: '/admin/alert-rules/{id}',
    access: writers,
    tag,
    summary: 'Delete a rule that is not built in; its alerts stay',
    params,
    data: 'empty',
  }),
  dryRunRule: endpoint({
    method: 'POST',
    path: '/admin/alerts/rules/dry-run',
    access: writers,
    tag,
    summary: 'What a rule would have raised over the last 7 days; nothing is written',
    body: z.object({ rule: newAlertRuleSchema }),
    data: ruleDryRunSchema,
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/alerts/{id}',
    access: readers,
    tag,
    summary: 'One alert with its timeline and its actions',
    params,
    data: alertDetailSchema,
  }),
  acknowledge: endpoint({
    method: 'PATCH',
    path: '/admin/alerts/{id}/acknowledge',
    access: writers,
    tag,
    summary: 'Acknowledge an active alert',
    params,
    body: z.object({ acknowledgedBy: actor, notes: optionalText }),
    data: alertDetailSchema,
  }),
  resolve: endpoint({
    method: 'PATCH',
    path: '/admin/alerts/{id}/resolve',
    access: writers,
    tag,
    summary: 'Resolve an active or acknowledged alert, saying how',
    params,
    body: z.object({ resolvedBy: actor, resolution: requiredText }),
    data: alertDetailSchema,
  }),
  dismiss: endpoint({
    method: 'PATCH',
    path: '/admin/alerts/{id}/dismiss',
    access: writers,
    tag,
    summary: 'Dismiss an alert with a reason; its condition stays silent for a time',
    params,
    body: z.object({
      dismissedBy: actor,
      reason: requiredText,
      suppressForMs: z._default(
        z.int().check(z.gte(suppressMs.min), z.lte(suppressMs.max)),
        suppressMs.usual,
      ),
    }),
    data: alertDetailSchema,
  }),
  reopen: endpoint({
    method: 'PATCH',
    path: '/admin/alerts/{id}/reopen',
    access: writers,
    tag,
    summary: 'Reopen a resolved or dismissed alert',
    params,
    body: z.object({ reopenedBy: actor, reason: requiredText }),
    data: alertDetailSchema,
  }),
  undoAction: endpoint({
    method: 'POST',
    path: '/admin/alerts/actions/{id}/undo',
    access: writers,
    tag,
    summary: 'Undo what an alert did: a block, a suspension of playback, tightened limits',
    params,
    data: alertDetailSchema,
  }),
  generateTest: endpoint({
    method: 'POST',
    path: '/admin/alerts/test',
    access: writers,
    tag,
    summary: 'Generate an alert that is marked as a test, to see how alerts arrive',
    data: alertSchema,
    status: 201,
  }),
  live: endpoint({
    method: 'GET',
    path: '/admin/alerts/live',
    access: readers,
    tag,
    summary: 'Server-sent events: `alert` with the id of each alert that was raised or changed',
    data: { file: ['text/event-stream'] },
  }),
  activity: endpoint({
    method: 'GET',
    path: '/admin/activity',
    access: readers,
    tag,
    summary: 'What a user or an address did in the last 30 days, newest first',
    query: z
      .object({
        user: z.optional(idSchema),
        address: z.optional(z.string().check(z.trim(), z.minLength(2), z.maxLength(64), noNul)),
        /** Only what happened in this session. */
        session: z.optional(idSchema),
        severity: anyOf(alertSeverities),
        /** Continue behind this item. */
        beforeAt: z.optional(instantSchema),
        beforeId: z.optional(idSchema),
        limit: wholeNumber({ min: 1, max: 100, fallback: 50 }),
      })
      .check(
        z.refine(({ user, address }) => (user === undefined) !== (address === undefined), {
          message: 'Name either a user or an address',
        }),
      ),
    data: z.object({ items: z.array(activityItemSchema), hasMore: z.boolean() }),
  }),
} as const;
