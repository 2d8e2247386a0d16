import type { AuditType, FindingCategory, FindingSeverity } from '@prahari/contract';
import { auditTypeSelections } from '@prahari/contract';
import type { AuditCheck } from '../checks/check.rules.ts';

export interface Selection {
  readonly scope: readonly FindingCategory[];
  readonly severity: readonly FindingSeverity[];
}

/** Says what an audit covers: what the caller names, or what its type has. */
export function planSelection(asked: {
  readonly auditType: AuditType;
  readonly scope?: readonly FindingCategory[] | undefined;
  readonly severity?: readonly FindingSeverity[] | undefined;
}): Selection {
  const usual = auditTypeSelections[asked.auditType];
  return {
    scope: [...new Set(asked.scope ?? usual.scope)],
    severity: [...new Set(asked.severity ?? usual.severity)],
  };
}

/** Lists the checks of a selection, in the order in which they run. */
export function selectChecks(
  all: readonly AuditCheck[],
  { scope, severity }: Selection,
): readonly AuditCheck[] {
  return all.filter((check) => scope.includes(check.category) && severity.includes(check.severity));
}

/**
 * Estimates how long checks take together, in whole seconds.
 * @param measuredMs the usual duration of those that ran before
 */
export function estimateSeconds(
  checks: readonly AuditCheck[],
  measuredMs: ReadonlyMap<string, number>,
): number {
  const sumMs = checks.reduce(
    (sum, { id, usualSeconds }) => sum + (measuredMs.get(id) ?? usualSeconds * 1000),
    0,
  );
  return Math.max(1, Math.ceil(sumMs / 1000));
}
