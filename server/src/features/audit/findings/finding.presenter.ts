import type { Finding, FindingDetail } from '@prahari/contract';
import type { AuditCheck } from '../checks/check.rules.ts';
import { planRemediation } from '../engine/scoring.rules.ts';
import type { StoredResult } from '../runs/runs.repository.ts';
import type { listFindingEvents, NamedFinding } from './findings.repository.ts';

/** Presents a finding; `seen` is what one audit saw of it, where a report of that audit asks. */
export function presentFinding(
  row: NamedFinding,
  check: AuditCheck,
  seen?: Pick<StoredResult, 'evidence' | 'components'>,
): Finding {
  return {
    id: row.id,
    checkId: row.check_id,
    title: check.title,
    category: row.category,
    severity: row.severity,
    riskScore: row.risk_score,
    description: check.description,
    impact: check.impact,
    howTested: check.howTested,
    evidence: seen?.evidence ?? row.evidence,
    recommendation: check.recommendation,
    remediation: {
      ...planRemediation(row.severity),
      effort: check.effort,
      steps: [...check.steps],
      codeChanges: check.changes.map(({ file, description }) => ({ file, description })),
    },
    cwe: [...check.cwe],
    owasp: [...check.owasp],
    asvs: check.asvs.map(({ id, level }) => ({ id, level })),
    affectedComponents: seen?.components ?? row.components,
    status: row.status,
    firstSeenAt: row.first_seen_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    timesSeen: row.times_seen,
    accepted:
      row.accepted_at && row.accepted_until
        ? {
            byName: row.accepted_by_name ?? '',
            reason: row.accepted_reason ?? '',
            until: row.accepted_until.toISOString(),
            at: row.accepted_at.toISOString(),
          }
        : null,
  };
}

/** Presents a finding with what happened to it. */
export function presentFindingDetail(
  row: NamedFinding,
  check: AuditCheck,
  events: Awaited<ReturnType<typeof listFindingEvents>>,
): FindingDetail {
  return {
    ...presentFinding(row, check),
    timeline: events.map(({ at, kind, note, by_name }) => ({
      at: at.toISOString(),
      kind,
      byName: by_name,
      note,
    })),
  };
}
