import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema, noNul, wholeNumber } from '../fields.ts';
import { performanceRanges } from '../performance.ts';
import { administrators } from '../roles.ts';
import {
  acceptedRiskDays,
  auditReportSchema,
  auditReportSummarySchema,
  auditStartSchema,
  auditStatuses,
  complianceByFrameworkSchema,
  complianceFrameworks,
  findingCategories,
  findingDetailSchema,
  findingSchema,
  findingSeverities,
  findingStatuses,
  securityDashboardSchema,
  securityMetricsSchema,
} from '../security-audit.ts';

const tag = 'Security audit';
const auditors = { kind: 'session', roles: administrators, permission: 'security.audit' } as const;
const params = z.object({ id: idSchema });
const started = z.object({
  auditId: idSchema,
  /** In seconds. */
  estimatedDuration: z.int(),
});

export const securityAuditEndpoints = {
  dashboard: endpoint({
    method: 'GET',
    path: '/admin/security/dashboard',
    access: auditors,
    tag,
    summary: 'Findings in numbers, and when audits run',
    data: securityDashboardSchema,
  }),
  reports: endpoint({
    method: 'GET',
    path: '/admin/security/audit/reports',
    access: auditors,
    tag,
    summary: 'Audits, newest first, each with its worst findings',
    query: z.object({
      limit: wholeNumber({ min: 1, max: 50, fallback: 10 }),
      status: z.optional(z.enum(auditStatuses)),
    }),
    data: z.object({ reports: z.array(auditReportSummarySchema) }),
  }),
  report: endpoint({
    method: 'GET',
    path: '/admin/security/audit/reports/{id}',
    access: auditors,
    tag,
    summary: 'One audit with each check, all findings and what they affect',
    params,
    data: auditReportSchema,
  }),
  start: endpoint({
    method: 'POST',
    path: '/admin/security/audit/start',
    access: auditors,
    tag,
    summary: 'Start an audit of this installation; one runs at a time',
    body: auditStartSchema,
    data: started,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/admin/security/audit/reports/{id}/cancel',
    access: auditors,
    tag,
    summary: 'Stop an audit that is queued or running; what it has checked so far stays',
    params,
    data: auditReportSummarySchema,
  }),
  clear: endpoint({
    method: 'POST',
    path: '/admin/security/audit/clear',
    access: auditors,
    tag,
    summary: 'Take ended audits off the list; findings and their history stay',
    data: z.object({ cleared: z.int() }),
  }),
  sarif: endpoint({
    method: 'GET',
    path: '/admin/security/audit/reports/{id}/sarif',
    access: auditors,
    tag,
    summary: 'The findings of one audit as SARIF 2.1.0',
    params,
    data: { file: ['application/sarif+json'] },
  }),
  findings: endpoint({
    method: 'GET',
    path: '/admin/security/findings',
    access: auditors,
    tag,
    summary: 'Findings, the worst and latest first',
    query: z.object({
      status: z.optional(z.enum(findingStatuses)),
      severity: z.optional(z.enum(findingSeverities)),
      category: z.optional(z.enum(findingCategories)),
      framework: z.optional(z.enum(complianceFrameworks)),
      limit: wholeNumber({ min: 1, max: 200, fallback: 50 }),
      offset: wholeNumber({ min: 0, max: 100_000, fallback: 0 }),
    }),
    data: z.object({
      items: z.array(findingSchema),
      limit: z.int(),
      offset: z.int(),
      total: z.int(),
    }),
  }),
  finding: endpoint({
    method: 'GET',
    path: '/admin/security/findings/{id}',
    access: auditors,
    tag,
    summary: 'One finding with what happened to it',
    params,
    data: findingDetailSchema,
  }),
  recheck: endpoint({
    method: 'POST',
    path: '/admin/security/findings/{id}/recheck',
    access: auditors,
    tag,
    summary: 'Run the check of a finding again, as an audit of its own',
    params,
    data: started,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/admin/security/findings/{id}/accept',
    access: auditors,
    tag,
    summary: 'Accept the risk of a finding for some days',
    params,
    body: z.object({
      reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000), noNul),
      days: z.int().check(z.gte(acceptedRiskDays.min), z.lte(acceptedRiskDays.max)),
    }),
    data: findingDetailSchema,
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/admin/security/findings/{id}/reopen',
    access: auditors,
    tag,
    summary: 'Take back that the risk of a finding is accepted',
    params,
    data: findingDetailSchema,
  }),
  compliance: endpoint({
    method: 'GET',
    path: '/admin/security/compliance',
    access: auditors,
    tag,
    summary: 'Requirements of standards, counted from the last result of each check',
    query: z.object({ framework: z.optional(z.enum(complianceFrameworks)) }),
    data: z.object({ frameworks: z.partial(complianceByFrameworkSchema) }),
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/admin/security/metrics',
    access: auditors,
    tag,
    summary: 'Scores and findings over time',
    query: z.object({ timeRange: z._default(z.enum(performanceRanges), '30d') }),
    data: securityMetricsSchema,
  }),
} as const;
