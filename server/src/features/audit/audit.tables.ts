import type {
  AuditCheckStatus,
  AuditEvidence,
  AuditStatus,
  AuditType,
  FindingCategory,
  FindingSeverity,
  FindingStatus,
} from '@prahari/contract';
import type { Narrow, Row } from '../../platform/db/tables.ts';
import type { RunSummary } from './engine/scoring.rules.ts';

/** Why an audit was started. */
export type AuditTrigger = 'manual' | 'schedule' | 'recheck';

export type RunRow = Row<'audit_runs'>;
export type ResultRow = Row<'audit_results'>;
export type FindingRow = Row<'audit_findings'>;

declare module '../../platform/db/tables.ts' {
  /** All columns are in `tables.generated.ts`, made from the migrations. */
  interface Tables {
    audit_runs: Narrow<
      'audit_runs',
      {
        audit_type: AuditType;
        scope: FindingCategory[];
        severities: FindingSeverity[];
        trigger: AuditTrigger;
        state: AuditStatus;
        summary: RunSummary | null;
      }
    >;
    audit_results: Narrow<'audit_results', { status: AuditCheckStatus; evidence: AuditEvidence[] }>;
    audit_findings: Narrow<
      'audit_findings',
      {
        category: FindingCategory;
        severity: FindingSeverity;
        status: FindingStatus;
        evidence: AuditEvidence[];
      }
    >;
    audit_finding_events: Narrow<
      'audit_finding_events',
      { kind: 'found' | 'resolved' | 'reopened' | 'accepted' | 'expired' }
    >;
  }
}
