import type {
  AuditReport,
  Compliance,
  FindingDetail,
  SecurityDashboard,
  SecurityMetrics,
} from '@prahari/contract';

const at = '2026-11-20T10:00:00.000Z';
const id = (number: number) => `0199f3c0-0000-7000-8000-${String(number).padStart(12, '0')}`;

const evidence = {
  at,
  request: 'GET /api/v1/users/other',
  expected: '403',
  observed: '200 with the record of another learner',
  correlationId: 'c-1',
};

/** Makes a finding with everything that a check says. */
export function makeFinding(number = 1, changes: Partial<FindingDetail> = {}): FindingDetail {
  return {
    id: id(number),
    checkId: 'AUTHZ-01',
    title: 'Others can’t be read',
    category: 'authorization',
    severity: 'high',
    riskScore: 7.5,
    description: `A learner gets the record of another one (${number}).`,
    impact: 'Names and numbers leak.',
    howTested: 'Two throwaway learners; one asks for the other.',
    evidence: [evidence],
    recommendation: 'Check the owner of each record.',
    remediation: {
      priority: 'immediate',
      effort: 'small',
      timeline: 'within a day',
      steps: ['Add the policy.', 'Recheck.'],
      codeChanges: [{ file: 'users.policy.ts', description: 'Compare the ids.' }],
    },
    cwe: ['CWE-639'],
    owasp: ['A01:2025'],
    asvs: [{ id: '8.2.2', level: 1 }],
    affectedComponents: ['GET /users/{id}'],
    status: 'open',
    firstSeenAt: at,
    lastSeenAt: at,
    resolvedAt: null,
    timesSeen: 2,
    accepted: null,
    timeline: [{ at, kind: 'found', byName: null, note: null }],
    ...changes,
  };
}

const compliance: Compliance = {
  score: 90,
  compliant: 9,
  nonCompliant: 1,
  partial: 0,
  notTested: 3,
  requirements: 70,
};

/** Makes the report of a completed audit with so many findings. */
export function makeReport(
  { number = 101, findings = 1 }: { number?: number; findings?: number } = {},
  changes: Partial<AuditReport> = {},
): AuditReport {
  const found = Array.from({ length: findings }, (_, at) => makeFinding(at + 1));
  const todo = found.map(({ id: findingId }, at) => ({
    title: `Do step ${at + 1}`,
    findingId,
    checkId: 'AUTHZ-01',
  }));
  return {
    id: id(number),
    auditType: 'COMPREHENSIVE',
    scope: ['authorization'],
    severity: ['critical', 'high'],
    status: 'completed',
    trigger: 'manual',
    startedByName: 'Asha Verma',
    createdAt: at,
    startedAt: at,
    endedAt: '2026-11-20T10:02:05.000Z',
    estimatedDuration: 120,
    progress: { done: 2, total: 2, current: null, currentId: null },
    failure: null,
    summary: {
      overallRisk: findings > 0 ? 'high' : 'low',
      criticalCount: 0,
      highCount: findings,
      mediumCount: 0,
      lowCount: 0,
      informationalCount: 0,
      complianceScore: 90,
    },
    metrics: {
      securityScore: 82,
      passed: 1,
      failed: 1,
      warnings: 0,
      notApplicable: 0,
      notTested: 1,
      errors: 0,
    },
    findings: found,
    findingCount: findings,
    recommendations: { immediate: todo, shortTerm: [], longTerm: [] },
    complianceStatus: {
      ASVS_5_0_L1: compliance,
      ASVS_5_0_L2: { ...compliance, score: null, compliant: 0, nonCompliant: 0 },
      OWASP_TOP_10_2025: compliance,
      CWE_TOP_25_2025: compliance,
    },
    checks: [
      {
        id: 'AUTHZ-01',
        title: 'Records of others',
        category: 'authorization',
        severity: 'high',
        status: 'failed',
        note: null,
        howTested: 'Two throwaway learners.',
        durationMs: 1500,
        evidence: [evidence],
        cwe: ['CWE-639'],
        owasp: ['A01:2025'],
        asvs: [{ id: '8.2.2', level: 1 }],
      },
      {
        id: 'LOG-01',
        title: 'Secrets in logs',
        category: 'logging',
        severity: 'medium',
        status: 'not_tested',
        note: 'The log is not kept in files.',
        howTested: 'Reads the log.',
        durationMs: 3,
        evidence: [],
        cwe: [],
        owasp: [],
        asvs: [],
      },
    ],
    limitations: ['Whether people can be talked into something.'],
    ...changes,
  };
}

/** Makes what the dashboard says while no audit runs, or that one. */
export function makeDashboard(runningAuditId: string | null = null): SecurityDashboard {
  return {
    quickStats: {
      totalFindings: 3,
      criticalFindings: 1,
      resolvedFindings: 4,
      avgResolutionTime: 2.5,
    },
    systemStatus: {
      lastScan: at,
      autoScanEnabled: true,
      scanFrequency: 'weekly',
      nextScheduledScan: at,
      runningAuditId,
    },
    securityScore: 82,
  };
}

export const metrics: SecurityMetrics = {
  timeRange: '30d',
  from: at,
  to: at,
  points: [
    {
      at,
      auditId: id(101),
      auditType: 'COMPREHENSIVE',
      securityScore: 82,
      complianceScore: 90,
      critical: 0,
      high: 1,
      medium: 0,
      low: 0,
    },
  ],
  opened: 1,
  resolved: 4,
  avgResolutionTime: 2.5,
};
