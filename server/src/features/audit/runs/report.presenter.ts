import type {
  AuditCheckResult,
  AuditReport,
  AuditReportSummary,
  Finding,
  RemediationPriority,
} from '@prahari/contract';
import { auditListLimits } from '@prahari/contract';
import type { AuditCheck } from '../checks/check.rules.ts';
import { assessAll, computeComplianceScore } from '../engine/compliance.rules.ts';
import {
  computeSecurityScore,
  countBySeverity,
  findOverallRisk,
  isFinding,
} from '../engine/scoring.rules.ts';
import { presentFinding } from '../findings/finding.presenter.ts';
import type { NamedFinding } from '../findings/findings.repository.ts';
import type { NamedRun, StoredResult } from './runs.repository.ts';

/** What no program that runs inside can tell (reference: what the server can't claim). */
export const limitations = [
  'What is reachable from outside: open ports and other services need a scanner in another network.',
  'TLS of a proxy in front, unless PUBLIC_URL can be reached from this machine.',
  'Unknown faults in packages, and known ones where no advisory report was given.',
  'Documentation, organisation and physical security, which ASVS asks for too.',
  'Whether screen recording is prevented: browsers can’t notice most recorders.',
];

interface Told {
  readonly run: NamedRun;
  readonly results: readonly StoredResult[];
  readonly findings: readonly NamedFinding[];
}

/** Presents an audit for a list, with its worst findings. */
export function presentSummary(checks: readonly AuditCheck[], told: Told): AuditReportSummary {
  const whole = presentWhole(checks, told);
  const few = (priority: RemediationPriority) =>
    whole.recommendations[priority].slice(0, auditListLimits.recommendations);
  return {
    ...whole,
    findings: whole.findings.slice(0, auditListLimits.findings),
    recommendations: {
      immediate: few('immediate'),
      shortTerm: few('shortTerm'),
      longTerm: few('longTerm'),
    },
  };
}

/** Presents an audit with all findings and each check. */
export function presentReport(checks: readonly AuditCheck[], told: Told): AuditReport {
  const results = joinResults(checks, told.results).map(
    ({ check, result }): AuditCheckResult => ({
      id: check.id,
      title: check.title,
      category: check.category,
      severity: check.severity,
      status: result.status,
      note: result.note,
      howTested: check.howTested,
      durationMs: result.duration_ms,
      evidence: result.evidence,
      cwe: [...check.cwe],
      owasp: [...check.owasp],
      asvs: check.asvs.map(({ id, level }) => ({ id, level })),
    }),
  );
  return { ...presentWhole(checks, told), checks: results, limitations };
}

function presentWhole(
  checks: readonly AuditCheck[],
  { run, results, findings: stored }: Told,
): AuditReportSummary {
  const joined = joinResults(checks, results);
  const scored = joined.map(({ check, result: { status } }) => ({
    check,
    severity: check.severity,
    status,
  }));
  const counts = countBySeverity(scored);
  const complianceStatus = assessAll(scored);
  const findings = joined
    .flatMap(({ check, result }) => {
      const row = stored.find(({ check_id }) => check_id === check.id);
      return row && isFinding(result.status) ? [presentFinding(row, check, result)] : [];
    })
    .sort((a, b) => b.riskScore - a.riskScore || a.checkId.localeCompare(b.checkId));
  const countStatus = (status: StoredResult['status']) =>
    scored.filter((one) => one.status === status).length;
  return {
    id: run.id,
    auditType: run.audit_type,
    scope: run.scope,
    severity: run.severities,
    status: run.state,
    trigger: run.trigger,
    startedByName: run.started_by_name,
    createdAt: run.created_at.toISOString(),
    startedAt: run.started_at?.toISOString() ?? null,
    endedAt: run.ended_at?.toISOString() ?? null,
    estimatedDuration: run.estimated_seconds,
    progress: {
      done: results.length,
      total: run.check_ids.length,
      current: run.current_check,
      currentId: checks.find(({ title }) => title === run.current_check)?.id ?? null,
    },
    failure: run.failure,
    summary: {
      overallRisk: findOverallRisk(counts),
      criticalCount: counts.critical,
      highCount: counts.high,
      mediumCount: counts.medium,
      lowCount: counts.low,
      informationalCount: counts.informational,
      complianceScore: computeComplianceScore(complianceStatus),
    },
    metrics: {
      securityScore: computeSecurityScore(scored),
      passed: countStatus('passed'),
      failed: countStatus('failed'),
      warnings: countStatus('warning'),
      notApplicable: countStatus('not_applicable'),
      notTested: countStatus('not_tested'),
      errors: countStatus('error'),
    },
    findings,
    findingCount: findings.length,
    recommendations: {
      immediate: recommend(findings, 'immediate'),
      shortTerm: recommend(findings, 'shortTerm'),
      longTerm: recommend(findings, 'longTerm'),
    },
    complianceStatus,
  };
}

function recommend(findings: readonly Finding[], priority: RemediationPriority) {
  return findings
    .filter(({ remediation }) => remediation.priority === priority)
    .map(({ id, checkId, recommendation }) => ({ title: recommendation, findingId: id, checkId }));
}

/** Puts results beside their checks; those of checks that this version no longer has are left out. */
function joinResults(checks: readonly AuditCheck[], results: readonly StoredResult[]) {
  return results.flatMap((result) => {
    const check = checks.find(({ id }) => id === result.check_id);
    return check ? [{ check, result }] : [];
  });
}
