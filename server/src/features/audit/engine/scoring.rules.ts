import type {
  AuditCheckStatus,
  FindingSeverity,
  OverallRisk,
  RemediationPriority,
} from '@prahari/contract';
import { findingSeverities } from '@prahari/contract';
import type { Reach } from '../checks/check.rules.ts';

/** Specification, section 9: the weights of the header score, which the whole score shares. */
const severityWeights: Readonly<Record<FindingSeverity, number>> = {
  critical: 40,
  high: 25,
  medium: 15,
  low: 5,
  informational: 0,
};

const baseRisk: Readonly<Record<FindingSeverity, number>> = {
  critical: 9.5,
  high: 7.5,
  medium: 5,
  low: 2.5,
  informational: 0,
};
const reachRisk: Readonly<Record<Reach, number>> = {
  unauthenticated: 0.5,
  any_user: 0,
  administrator: -1,
};
/** The most that the score can be while a finding of that severity is there. */
const scoreCaps: readonly (readonly [FindingSeverity, number])[] = [
  ['critical', 39],
  ['high', 69],
  ['medium', 89],
];
const credits: Partial<Record<AuditCheckStatus, number>> = { passed: 1, warning: 0.5, failed: 0 };

export interface ScoredCheck {
  readonly severity: FindingSeverity;
  readonly status: AuditCheckStatus;
}

/** What the row of an audit keeps of its results. */
export interface RunSummary {
  readonly securityScore: number | null;
  readonly complianceScore: number | null;
  readonly counts: Readonly<Record<FindingSeverity, number>>;
}

/** Scores a weakness from 0 to 10 by its severity and by who can make use of it. */
export function computeRiskScore(severity: FindingSeverity, reach: Reach): number {
  return Math.min(10, Math.max(0, baseRisk[severity] + reachRisk[reach]));
}

/** Finds the severity of a finding; a check that only warns makes a less severe one. */
export function findSeverityOfFinding({ severity, status }: ScoredCheck): FindingSeverity {
  if (status !== 'warning') return severity;
  return severity === 'informational' ? 'informational' : 'low';
}

/** Tells whether a result makes a finding. */
export function isFinding(status: AuditCheckStatus): boolean {
  return status === 'failed' || status === 'warning';
}

/**
 * Computes the security score: the weighted share of passed checks among those that could be
 * assessed, a warning counting half, in percent; then at most 39 with a critical finding, 69 with a
 * high and 89 with a medium one. Null where nothing was assessed. `docs/security-audit.md` says so
 * to operators.
 */
export function computeSecurityScore(checks: readonly ScoredCheck[]): number | null {
  let reached = 0;
  let most = 0;
  for (const { severity, status } of checks) {
    const credit = credits[status];
    if (credit === undefined) continue;
    reached += severityWeights[severity] * credit;
    most += severityWeights[severity];
  }
  if (most === 0) return null;
  const found = new Set(
    checks.filter(({ status }) => isFinding(status)).map(findSeverityOfFinding),
  );
  const cap = scoreCaps.find(([severity]) => found.has(severity))?.[1] ?? 100;
  return Math.min(cap, Math.round((100 * reached) / most));
}

/** Counts findings by severity. */
export function countBySeverity(
  checks: readonly ScoredCheck[],
): Readonly<Record<FindingSeverity, number>> {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, informational: 0 };
  for (const check of checks) {
    if (isFinding(check.status)) counts[findSeverityOfFinding(check)] += 1;
  }
  return counts;
}

/** Names the worst severity that was found; low where nothing was. */
export function findOverallRisk(counts: Readonly<Record<FindingSeverity, number>>): OverallRisk {
  const worst = findingSeverities.find((severity) => counts[severity] > 0);
  return worst === undefined || worst === 'informational' ? 'low' : worst;
}

/** Plans the date by which a weakness should be gone. */
export function planRemediation(severity: FindingSeverity): {
  readonly priority: RemediationPriority;
  readonly timeline: string;
} {
  if (severity === 'critical') return { priority: 'immediate', timeline: '24 hours' };
  if (severity === 'high') return { priority: 'shortTerm', timeline: '7 days' };
  if (severity === 'medium') return { priority: 'longTerm', timeline: '30 days' };
  return { priority: 'longTerm', timeline: '90 days' };
}

/** Ranks a severity, the worst being 0. */
export function rankSeverity(severity: FindingSeverity): number {
  return findingSeverities.indexOf(severity);
}
