import type {
  AuditReport,
  AuditReportSummary,
  AuditStatus,
  AuditType,
  Compliance,
  ComplianceFramework,
  FindingCategory,
  FindingSeverity,
} from '@prahari/contract';
import { findingCategories } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { AuditDeps } from '../audit.deps.ts';
import { auditEnded, auditNotFound, auditUnderWay, nothingToCheck } from '../audit.errors.ts';
import type { AuditTrigger } from '../audit.tables.ts';
import type { AuditCheck } from '../checks/check.rules.ts';
import { assessAll, assessCompliance } from '../engine/compliance.rules.ts';
import { findNextScan } from '../engine/schedule.rules.ts';
import { estimateSeconds, planSelection, selectChecks } from '../engine/select-checks.rules.ts';
import { findFinding, listFindingsOfChecks } from '../findings/findings.repository.ts';
import type { Auditor } from '../findings/findings.usecases.ts';
import { presentReport, presentSummary } from './report.presenter.ts';
import {
  cancelRun,
  clearRuns,
  findLastRuns,
  findRun,
  findRunUnderWay,
  insertRun,
  listLatestResults,
  listResults,
  listRuns,
  measureChecks,
  type NamedRun,
} from './runs.repository.ts';

type RunDeps = Pick<AuditDeps, 'db' | 'clock' | 'users' | 'checks' | 'enqueueRun'>;

export interface AskedAudit {
  readonly auditType: AuditType;
  readonly scope?: readonly FindingCategory[] | undefined;
  readonly severity?: readonly FindingSeverity[] | undefined;
}

interface StartedAudit {
  readonly auditId: string;
  /** In seconds. */
  readonly estimatedDuration: number;
}

/**
 * Starts an audit, which a job carries out.
 * @throws AppError 400 without any fitting check, 409 audit_under_way
 */
export async function startAudit(
  deps: RunDeps,
  auditor: Auditor,
  asked: AskedAudit,
): Promise<StartedAudit> {
  const selection = planSelection(asked);
  const checks = selectChecks(deps.checks, selection);
  if (checks.length === 0) throw nothingToCheck();
  return beginRun(deps, auditor, { ...selection, auditType: asked.auditType, checks });
}

/** Runs the check of one finding again. @throws AppError 404, 409 audit_under_way */
export async function recheckFinding(
  deps: RunDeps,
  auditor: Auditor,
  findingId: string,
): Promise<StartedAudit> {
  const finding = await findFinding(deps.db, findingId);
  const check = deps.checks.find(({ id }) => id === finding?.check_id);
  if (!finding || !check) throw auditNotFound();
  return beginRun(deps, auditor, {
    auditType: 'COMPREHENSIVE',
    scope: [check.category],
    severity: [check.severity],
    checks: [check],
    rechecked: { id: finding.id, name: check.title },
  });
}

/** Starts the audit of the schedule where one is due; one that runs already delays it. */
export async function startDueAudit(
  deps: RunDeps & Pick<AuditDeps, 'systemConfig' | 'timeZone'>,
): Promise<void> {
  const { autoScan, autoScanDaily } = deps.systemConfig.current().security;
  if (!autoScan) return;
  const now = deps.clock.now();
  const { scheduled } = await findLastRuns(deps.db);
  const since = scheduled ?? new Date(now.getTime() - 3_600_000);
  const due = scheduled
    ? findNextScan({ now, last: scheduled, isDaily: autoScanDaily, timeZone: deps.timeZone })
    : findNextScan({ now: since, last: null, isDaily: autoScanDaily, timeZone: deps.timeZone });
  if (due > now) return;
  await deps.db.transaction().execute(async (trx) => {
    const selection = {
      scope: findingCategories,
      severity: ['critical', 'high', 'medium', 'low', 'informational'],
    } as const;
    const checks = selectChecks(deps.checks, selection);
    await storeRun(deps, trx, {
      ...selection,
      auditType: 'COMPREHENSIVE',
      checks,
      trigger: 'schedule',
      startedBy: null,
    });
  });
}

/** Stops an audit; what it has checked stays. @throws AppError 404, 409 audit_ended */
export async function cancelAudit(
  deps: RunDeps,
  auditor: Auditor,
  id: string,
): Promise<AuditReportSummary> {
  const { db, clock, checks } = deps;
  return db.transaction().execute(async (trx) => {
    const run = await findRun(trx, id);
    if (!run) throw auditNotFound();
    if (!(await cancelRun(trx, id, clock.now()))) throw auditEnded();
    await noteAct(deps, trx, auditor, {
      action: 'security-audit.cancel',
      subject: { id, name: run.audit_type },
    });
    const [summary] = await presentRuns(trx, checks, [{ ...run, state: 'cancelled' }]);
    if (!summary) throw auditNotFound();
    return summary;
  });
}

/** Takes ended audits off the list. */
export async function clearAudits(deps: RunDeps, auditor: Auditor): Promise<{ cleared: number }> {
  return deps.db.transaction().execute(async (trx) => {
    const cleared = await clearRuns(trx, deps.clock.now());
    await noteAct(deps, trx, auditor, {
      action: 'security-audit.clear',
      subject: { id: null, name: '' },
      after: { cleared },
    });
    return { cleared };
  });
}

/** Lists audits, newest first. */
export async function listAudits(
  { db, checks }: Pick<RunDeps, 'db' | 'checks'>,
  query: { readonly limit: number; readonly status?: AuditStatus | undefined },
): Promise<{ reports: AuditReportSummary[] }> {
  return { reports: await presentRuns(db, checks, await listRuns(db, query)) };
}

/** Reads one audit with each check. @throws AppError 404 */
export async function getAudit(
  { db, checks }: Pick<RunDeps, 'db' | 'checks'>,
  id: string,
): Promise<AuditReport> {
  const run = await findRun(db, id);
  if (!run) throw auditNotFound();
  const results = await listResults(db, [id], true);
  const findings = await listFindingsOfChecks(
    db,
    results.map(({ check_id }) => check_id),
  );
  return presentReport(checks, { run, results, findings });
}

/** Counts the requirements of standards from the last result of each check. */
export async function describeCompliance(
  { db, checks }: Pick<RunDeps, 'db' | 'checks'>,
  framework: ComplianceFramework | undefined,
): Promise<{ frameworks: Partial<Record<ComplianceFramework, Compliance>> }> {
  const latest = await listLatestResults(db);
  const assessed = checks.flatMap((check) => {
    const result = latest.find(({ check_id }) => check_id === check.id);
    return result ? [{ check, status: result.status }] : [];
  });
  return {
    frameworks:
      framework === undefined
        ? assessAll(assessed)
        : { [framework]: assessCompliance(assessed, framework) },
  };
}

async function presentRuns(
  db: DbOrTrx,
  checks: readonly AuditCheck[],
  runs: readonly NamedRun[],
): Promise<AuditReportSummary[]> {
  const results = await listResults(
    db,
    runs.map(({ id }) => id),
    false,
  );
  const checkIds = [...new Set(results.map(({ check_id }) => check_id))];
  const findings = await listFindingsOfChecks(db, checkIds);
  return runs.map((run) =>
    presentSummary(checks, {
      run,
      results: results.filter(({ run_id }) => run_id === run.id),
      findings,
    }),
  );
}

interface PlannedRun {
  readonly auditType: AuditType;
  readonly scope: readonly FindingCategory[];
  readonly severity: readonly FindingSeverity[];
  readonly checks: readonly AuditCheck[];
}

async function beginRun(
  deps: RunDeps,
  auditor: Auditor,
  plan: PlannedRun & { readonly rechecked?: { readonly id: string; readonly name: string } },
): Promise<StartedAudit> {
  const begun = await deps.db.transaction().execute(async (trx) => {
    const stored = await storeRun(deps, trx, {
      ...plan,
      trigger: plan.rechecked ? 'recheck' : 'manual',
      startedBy: auditor.caller.userId,
    });
    if (!stored) return undefined;
    await noteAct(deps, trx, auditor, {
      action: plan.rechecked ? 'security-audit.recheck' : 'security-audit.start',
      subject: plan.rechecked ?? { id: stored.auditId, name: plan.auditType },
      after: { scope: plan.scope, severity: plan.severity },
    });
    return stored;
  });
  if (begun) return begun;
  throw auditUnderWay((await findRunUnderWay(deps.db)) ?? '');
}

async function storeRun(
  { clock, enqueueRun }: Pick<RunDeps, 'clock' | 'enqueueRun'>,
  trx: Trx,
  plan: PlannedRun & { readonly trigger: AuditTrigger; readonly startedBy: string | null },
): Promise<StartedAudit | undefined> {
  const checkIds = plan.checks.map(({ id }) => id);
  const estimatedDuration = estimateSeconds(plan.checks, await measureChecks(trx, checkIds));
  const auditId = uuidv7();
  const isStored = await insertRun(trx, {
    id: auditId,
    audit_type: plan.auditType,
    scope: [...plan.scope],
    severities: [...plan.severity],
    check_ids: checkIds,
    trigger: plan.trigger,
    started_by: plan.startedBy,
    created_at: clock.now(),
    estimated_seconds: estimatedDuration,
  });
  if (!isStored) return undefined;
  await enqueueRun(trx, auditId);
  return { auditId, estimatedDuration };
}

async function noteAct(
  { users, clock }: Pick<RunDeps, 'users' | 'clock'>,
  trx: Trx,
  { caller, address }: Auditor,
  act: {
    readonly action:
      | 'security-audit.start'
      | 'security-audit.cancel'
      | 'security-audit.clear'
      | 'security-audit.recheck';
    readonly subject: { readonly id: string | null; readonly name: string };
    readonly after?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const entry = {
    action: act.action,
    actor: { userId: caller.userId, name: (await users.nameOf(trx, caller.userId)) ?? '' },
    subject: act.subject,
    before: {},
    after: act.after ?? {},
    address,
  };
  await writeAuditEntry(trx, entry, clock.now());
}
