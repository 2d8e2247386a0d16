import type { endpoints } from '@prahari/contract';
import { aLift, jobNobodyHas } from './role-inputs.ts';
import { type Row, row } from './role-row.ts';
import { byRight, nowhere, superOnly } from './role-verdicts.ts';

const reason = 'A mistake';
const by = 'admin';

const aRule = {
  name: 'Failed sign-ins',
  category: 'brute_force',
  severity: 'low',
  enabled: false,
  subject: 'user',
  threshold: { metric: 'failed_sign_ins', operator: 'gte', value: 1000, and: [] },
  timeWindow: 60_000,
  actions: [],
};
/** Rules concern users of every place: the administrators here have a district. */
const nowhereForScoped = [401, 403, 403, 403, 403, 403, 404];

/** The expected outcome of calls about alerts, by role. */
export const alertRows = {
  overview: row(byRight),
  list: row(byRight),
  statistics: row(byRight),
  rules: row(byRight),
  createRule: row([401, 403, 403, 403, 403, 403, 201], () => ({ body: aRule })),
  updateRule: row(nowhereForScoped, () => ({
    ...jobNobodyHas(),
    body: { rule: aRule, version: 0 },
  })),
  setRuleEnabled: row(nowhereForScoped, () => ({ ...jobNobodyHas(), body: { enabled: true } })),
  deleteRule: row(nowhereForScoped, jobNobodyHas),
  dryRunRule: row([401, 403, 403, 403, 403, 403, 200], () => ({ body: { rule: aRule } })),
  get: row(nowhere, jobNobodyHas),
  acknowledge: row(nowhere, () => ({ ...aLift(), body: { acknowledgedBy: by } })),
  resolve: row(nowhere, () => ({ ...aLift(), body: { resolvedBy: by, resolution: reason } })),
  dismiss: row(nowhere, () => ({ ...aLift(), body: { dismissedBy: by, reason } })),
  reopen: row(nowhere, () => ({ ...aLift(), body: { reopenedBy: by, reason } })),
  undoAction: row(nowhere, jobNobodyHas),
  generateTest: row([401, 403, 403, 201, 201, 403, 201]),
  live: row(byRight),
  activity: row([401, 403, 403, 200, 404, 403, 200], (subject) => ({
    query: { user: subject.userId },
  })),
} as const satisfies Record<keyof typeof endpoints.alerts, Row>;

/** The expected outcome of calls about audits of the installation, which have no place. */
export const securityAuditRows = {
  dashboard: row(superOnly),
  reports: row(superOnly),
  report: row(nowhereForScoped, jobNobodyHas),
  // Without a worker nothing runs it; a second one is a 409.
  start: row([401, 403, 403, 403, 403, 403, 200], () => ({ body: { auditType: 'COMPREHENSIVE' } })),
  cancel: row(nowhereForScoped, jobNobodyHas),
  clear: row(superOnly),
  sarif: row(nowhereForScoped, jobNobodyHas),
  findings: row(superOnly),
  finding: row(nowhereForScoped, jobNobodyHas),
  recheck: row(nowhereForScoped, jobNobodyHas),
  accept: row(nowhereForScoped, () => ({ ...jobNobodyHas(), body: { reason, days: 7 } })),
  reopen: row(nowhereForScoped, jobNobodyHas),
  compliance: row(superOnly),
  metrics: row(superOnly),
};
