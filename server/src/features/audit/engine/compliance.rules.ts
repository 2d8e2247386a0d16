import type { AuditCheckStatus, Compliance, ComplianceFramework } from '@prahari/contract';
import { complianceFrameworks } from '@prahari/contract';
import type { AuditCheck } from '../checks/check.rules.ts';

type Mapped = Pick<AuditCheck, 'asvs' | 'owasp' | 'cwe'>;

/** MITRE, 2025 CWE Top 25 Most Dangerous Software Weaknesses. */
const cweTop25 = new Set(
  [
    79, 89, 352, 862, 787, 22, 416, 125, 78, 94, 120, 434, 476, 121, 502, 122, 863, 20, 284, 200,
    306, 918, 77, 639, 770,
  ].map((number) => `CWE-${number}`),
);

interface Framework {
  /** How many requirements the standard has. */
  readonly requirements: number;
  /** Those that a check tells about. */
  listRequirements(check: Mapped): readonly string[];
}

const asvsUpTo = (level: number) => (check: Mapped) =>
  check.asvs.filter((one) => one.level <= level).map(({ id }) => id);

/** ASVS 5.0.0 has 70 requirements of level 1 and 183 of level 2, which includes the first. */
const frameworks: Readonly<Record<ComplianceFramework, Framework>> = {
  ASVS_5_0_L1: { requirements: 70, listRequirements: asvsUpTo(1) },
  ASVS_5_0_L2: { requirements: 253, listRequirements: asvsUpTo(2) },
  OWASP_TOP_10_2025: { requirements: 10, listRequirements: ({ owasp }) => owasp },
  CWE_TOP_25_2025: {
    requirements: cweTop25.size,
    listRequirements: ({ cwe }) => cwe.filter((one) => cweTop25.has(one)),
  },
};

export interface AssessedCheck {
  readonly check: Mapped;
  readonly status: AuditCheckStatus;
}

/** Tells whether a check says something about a standard. */
export function concernsFramework(check: Mapped, framework: ComplianceFramework): boolean {
  return frameworks[framework].listRequirements(check).length > 0;
}

/**
 * Counts the requirements of a standard from the checks that ran. One is compliant if all its
 * checks passed, not compliant if one failed, partial if some passed and others could not tell or
 * warned, and not tested where none could tell. What no check touches is counted nowhere.
 */
export function assessCompliance(
  checks: readonly AssessedCheck[],
  framework: ComplianceFramework,
): Compliance {
  const { requirements, listRequirements } = frameworks[framework];
  const statuses = new Map<string, AuditCheckStatus[]>();
  for (const { check, status } of checks) {
    if (status === 'not_applicable') continue;
    for (const id of listRequirements(check)) {
      statuses.set(id, [...(statuses.get(id) ?? []), status]);
    }
  }
  const counts = { compliant: 0, nonCompliant: 0, partial: 0, notTested: 0 };
  for (const of of statuses.values()) counts[judgeRequirement(of)] += 1;
  const assessed = counts.compliant + counts.nonCompliant + counts.partial;
  const score = assessed === 0 ? null : Math.round((100 * counts.compliant) / assessed);
  return { score, ...counts, requirements };
}

/** Counts all standards. */
export function assessAll(
  checks: readonly AssessedCheck[],
): Record<ComplianceFramework, Compliance> {
  const of = (framework: ComplianceFramework) => assessCompliance(checks, framework);
  return {
    ASVS_5_0_L1: of('ASVS_5_0_L1'),
    ASVS_5_0_L2: of('ASVS_5_0_L2'),
    OWASP_TOP_10_2025: of('OWASP_TOP_10_2025'),
    CWE_TOP_25_2025: of('CWE_TOP_25_2025'),
  };
}

/** Computes one score over all standards: the compliant share of what could be assessed. */
export function computeComplianceScore(
  assessed: Readonly<Record<ComplianceFramework, Compliance>>,
): number | null {
  let compliant = 0;
  let all = 0;
  for (const framework of complianceFrameworks) {
    const one = assessed[framework];
    compliant += one.compliant;
    all += one.compliant + one.nonCompliant + one.partial;
  }
  return all === 0 ? null : Math.round((100 * compliant) / all);
}

function judgeRequirement(
  statuses: readonly AuditCheckStatus[],
): 'compliant' | 'nonCompliant' | 'partial' | 'notTested' {
  if (statuses.includes('failed')) return 'nonCompliant';
  if (statuses.every((status) => status === 'passed')) return 'compliant';
  const tells = statuses.some((status) => status === 'passed' || status === 'warning');
  return tells ? 'partial' : 'notTested';
}
