import type { AuditReport, FindingSeverity } from '@prahari/contract';

const levels: Readonly<Record<FindingSeverity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  informational: 'note',
};

/** Writes the findings of an audit as SARIF 2.1.0 (OASIS), one rule for each check. */
export function formatSarif(report: AuditReport, version: string): string {
  const rules = report.checks.map((check) => ({
    id: check.id,
    name: check.title,
    shortDescription: { text: check.title },
    fullDescription: { text: check.howTested },
    properties: {
      category: check.category,
      tags: ['security', ...check.cwe, ...check.owasp, ...check.asvs.map(({ id }) => id)],
    },
  }));
  const results = report.findings.map((finding) => ({
    ruleId: finding.checkId,
    ruleIndex: report.checks.findIndex(({ id }) => id === finding.checkId),
    level: levels[finding.severity],
    message: { text: `${finding.description} ${finding.recommendation}` },
    locations: finding.affectedComponents.map((component) => ({
      logicalLocations: [{ fullyQualifiedName: component, kind: 'resource' }],
    })),
    partialFingerprints: { finding: finding.id },
    properties: {
      'security-severity': finding.riskScore.toFixed(1),
      status: finding.status,
      evidence: finding.evidence,
    },
  }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Prahari security audit', version, rules } },
        automationDetails: { id: `prahari/${report.auditType}/${report.id}` },
        invocations: [
          {
            executionSuccessful: report.status === 'completed',
            startTimeUtc: report.startedAt ?? report.createdAt,
            ...(report.endedAt === null ? {} : { endTimeUtc: report.endedAt }),
          },
        ],
        results,
      },
    ],
  };
  return JSON.stringify(log, null, 2);
}
