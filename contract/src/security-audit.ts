import * as z from 'zod/mini';
import { idSchema, instantSchema } from './fields.ts';
import { performanceRanges } from './performance.ts';

/** Specification, section 4. */
export const findingCategories = [
  'authentication',
  'authorization',
  'data_protection',
  'input_validation',
  'session_management',
  'crypto',
  'configuration',
  'logging',
  'error_handling',
  'business_logic',
] as const;
export type FindingCategory = (typeof findingCategories)[number];

/** Worst first (specification, section 4). */
export const findingSeverities = ['critical', 'high', 'medium', 'low', 'informational'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

export const auditTypes = ['COMPREHENSIVE', 'AUTHENTICATION', 'OWASP_TOP10'] as const;
export type AuditType = (typeof auditTypes)[number];

interface AuditSelection {
  readonly scope: readonly FindingCategory[];
  readonly severity: readonly FindingSeverity[];
}

/** What each type checks where the caller names no scope or severity (specification, section 4). */
export const auditTypeSelections: Readonly<Record<AuditType, AuditSelection>> = {
  COMPREHENSIVE: {
    scope: ['authentication', 'authorization', 'data_protection', 'input_validation'],
    severity: ['critical', 'high', 'medium', 'low'],
  },
  AUTHENTICATION: {
    scope: ['authentication', 'session_management'],
    severity: ['critical', 'high', 'medium'],
  },
  OWASP_TOP10: {
    scope: ['authentication', 'authorization', 'input_validation', 'crypto'],
    severity: ['critical', 'high'],
  },
};

export const auditStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type AuditStatus = (typeof auditStatuses)[number];

const auditTriggers = ['manual', 'schedule', 'recheck'] as const;

/** Of one check in one audit; `not_tested` where what it needs is missing here. */
export const auditCheckStatuses = [
  'passed',
  'failed',
  'warning',
  'not_applicable',
  'not_tested',
  'error',
] as const;
export type AuditCheckStatus = (typeof auditCheckStatuses)[number];

export const findingStatuses = ['open', 'reopened', 'accepted', 'resolved'] as const;
export type FindingStatus = (typeof findingStatuses)[number];

/** Worst first. */
export const overallRisks = ['critical', 'high', 'medium', 'low'] as const;
export type OverallRisk = (typeof overallRisks)[number];

export const remediationPriorities = ['immediate', 'shortTerm', 'longTerm'] as const;
export type RemediationPriority = (typeof remediationPriorities)[number];

export const complianceFrameworks = [
  'ASVS_5_0_L1',
  'ASVS_5_0_L2',
  'OWASP_TOP_10_2025',
  'CWE_TOP_25_2025',
] as const;
export type ComplianceFramework = (typeof complianceFrameworks)[number];

const count = z.int().check(z.gte(0));
const percent = z.int().check(z.gte(0), z.lte(100));

/** What was sent and answered; secrets are removed. */
export const auditEvidenceSchema = z.object({
  at: instantSchema,
  /** What was asked or looked at: a request, a setting, a query. */
  request: z.string(),
  expected: z.string(),
  observed: z.string(),
  correlationId: z.nullable(z.string()),
});
export type AuditEvidence = z.infer<typeof auditEvidenceSchema>;

const asvsSchema = z.object({ id: z.string(), level: z.literal([1, 2, 3]) });

/** Specification, section 3. */
export const findingSchema = z.object({
  id: idSchema,
  checkId: z.string(),
  title: z.string(),
  category: z.enum(findingCategories),
  severity: z.enum(findingSeverities),
  /** From 0 to 10, by severity and by who can reach it. */
  riskScore: z.number().check(z.gte(0), z.lte(10)),
  description: z.string(),
  impact: z.string(),
  howTested: z.string(),
  evidence: z.array(auditEvidenceSchema),
  recommendation: z.string(),
  remediation: z.object({
    priority: z.enum(remediationPriorities),
    effort: z.enum(['small', 'medium', 'large']),
    timeline: z.string(),
    steps: z.array(z.string()),
    codeChanges: z.array(z.object({ file: z.string(), description: z.string() })),
  }),
  cwe: z.array(z.string()),
  owasp: z.array(z.string()),
  asvs: z.array(asvsSchema),
  affectedComponents: z.array(z.string()),
  status: z.enum(findingStatuses),
  firstSeenAt: instantSchema,
  lastSeenAt: instantSchema,
  resolvedAt: z.nullable(instantSchema),
  /** In how many audits it was found. */
  timesSeen: count,
  /** Null unless its risk is accepted. */
  accepted: z.nullable(
    z.object({ byName: z.string(), reason: z.string(), until: instantSchema, at: instantSchema }),
  ),
});
export type Finding = z.infer<typeof findingSchema>;

const findingEventKinds = ['found', 'resolved', 'reopened', 'accepted', 'expired'] as const;

export const findingDetailSchema = z.object({
  ...findingSchema.shape,
  /** Oldest first. */
  timeline: z.array(
    z.object({
      at: instantSchema,
      kind: z.enum(findingEventKinds),
      /** Null where the platform did it. */
      byName: z.nullable(z.string()),
      note: z.nullable(z.string()),
    }),
  ),
});
export type FindingDetail = z.infer<typeof findingDetailSchema>;

/** Requirements of one standard, counted from checks that ran. */
export const complianceSchema = z.object({
  /** Compliant ones of those assessed, in percent; null where none was assessed. */
  score: z.nullable(percent),
  compliant: count,
  nonCompliant: count,
  partial: count,
  /** Ones that checks of this product touch, but that did not run here or could not tell. */
  notTested: count,
  /** All requirements of the standard; most can't be assessed by a program. */
  requirements: count,
});
export type Compliance = z.infer<typeof complianceSchema>;

/** One for each of `complianceFrameworks`. */
export const complianceByFrameworkSchema = z.object({
  ASVS_5_0_L1: complianceSchema,
  ASVS_5_0_L2: complianceSchema,
  OWASP_TOP_10_2025: complianceSchema,
  CWE_TOP_25_2025: complianceSchema,
} satisfies Record<ComplianceFramework, typeof complianceSchema>);

const recommendationSchema = z.object({
  title: z.string(),
  findingId: idSchema,
  checkId: z.string(),
});

export const auditReportSummarySchema = z.object({
  id: idSchema,
  auditType: z.enum(auditTypes),
  scope: z.array(z.enum(findingCategories)),
  severity: z.array(z.enum(findingSeverities)),
  status: z.enum(auditStatuses),
  trigger: z.enum(auditTriggers),
  /** Null for those that the schedule started. */
  startedByName: z.nullable(z.string()),
  createdAt: instantSchema,
  startedAt: z.nullable(instantSchema),
  endedAt: z.nullable(instantSchema),
  /** In seconds, learned from earlier audits. */
  estimatedDuration: count,
  progress: z.object({
    done: count,
    total: count,
    /** The check that runs now, by its title and its id. */
    current: z.nullable(z.string()),
    currentId: z.nullable(z.string()),
  }),
  /** Why it failed. */
  failure: z.nullable(z.string()),
  summary: z.object({
    overallRisk: z.enum(overallRisks),
    criticalCount: count,
    highCount: count,
    mediumCount: count,
    lowCount: count,
    informationalCount: count,
    /** In percent, over all assessed requirements; null before any was. */
    complianceScore: z.nullable(percent),
  }),
  metrics: z.object({
    /** From 0 to 100; null before any check was assessed. */
    securityScore: z.nullable(percent),
    passed: count,
    failed: count,
    warnings: count,
    notApplicable: count,
    notTested: count,
    errors: count,
  }),
  /** The worst ones, at most `auditListLimits.findings`. */
  findings: z.array(findingSchema),
  findingCount: count,
  recommendations: z.object({
    immediate: z.array(recommendationSchema),
    shortTerm: z.array(recommendationSchema),
    longTerm: z.array(recommendationSchema),
  }),
  complianceStatus: complianceByFrameworkSchema,
});
export type AuditReportSummary = z.infer<typeof auditReportSummarySchema>;

/** Of each report in a list (specification, section 2). */
export const auditListLimits = { findings: 5, recommendations: 3 } as const;

export const auditCheckResultSchema = z.object({
  id: z.string(),
  title: z.string(),
  category: z.enum(findingCategories),
  severity: z.enum(findingSeverities),
  status: z.enum(auditCheckStatuses),
  /** Why it was not tested, or what else to know. */
  note: z.nullable(z.string()),
  howTested: z.string(),
  durationMs: count,
  evidence: z.array(auditEvidenceSchema),
  cwe: z.array(z.string()),
  owasp: z.array(z.string()),
  asvs: z.array(asvsSchema),
});
export type AuditCheckResult = z.infer<typeof auditCheckResultSchema>;

/** A report with all findings and recommendations, and each check. */
export const auditReportSchema = z.object({
  ...auditReportSummarySchema.shape,
  checks: z.array(auditCheckResultSchema),
  /** What a program can't check. */
  limitations: z.array(z.string()),
});
export type AuditReport = z.infer<typeof auditReportSchema>;

const scanFrequencies = ['daily', 'weekly'] as const;

/** Specification, section 3. */
export const securityDashboardSchema = z.object({
  quickStats: z.object({
    /** Ones that are open, reopened or accepted. */
    totalFindings: count,
    criticalFindings: count,
    resolvedFindings: count,
    /** From first seen to resolved, in days; null before any was resolved. */
    avgResolutionTime: z.nullable(z.number()),
  }),
  systemStatus: z.object({
    lastScan: z.nullable(instantSchema),
    autoScanEnabled: z.boolean(),
    scanFrequency: z.enum(scanFrequencies),
    nextScheduledScan: z.nullable(instantSchema),
    /** The audit that is queued or running. */
    runningAuditId: z.nullable(idSchema),
  }),
  securityScore: z.nullable(percent),
});
export type SecurityDashboard = z.infer<typeof securityDashboardSchema>;

export const securityMetricsSchema = z.object({
  timeRange: z.enum(performanceRanges),
  from: instantSchema,
  to: instantSchema,
  /** One for each audit that ended in the range, oldest first, at most the last 200. */
  points: z.array(
    z.object({
      at: instantSchema,
      auditId: idSchema,
      auditType: z.enum(auditTypes),
      securityScore: z.nullable(percent),
      complianceScore: z.nullable(percent),
      critical: count,
      high: count,
      medium: count,
      low: count,
    }),
  ),
  opened: count,
  resolved: count,
  avgResolutionTime: z.nullable(z.number()),
});
export type SecurityMetrics = z.infer<typeof securityMetricsSchema>;

export const auditStartSchema = z.object({
  auditType: z.enum(auditTypes),
  scope: z.optional(z.array(z.enum(findingCategories)).check(z.minLength(1), z.maxLength(10))),
  severity: z.optional(z.array(z.enum(findingSeverities)).check(z.minLength(1), z.maxLength(5))),
});

/** How long the risk of a finding can be accepted. */
export const acceptedRiskDays = { min: 1, max: 365 } as const;
