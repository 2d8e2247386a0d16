import type {
  ComplianceFramework,
  Finding,
  FindingCategory,
  FindingDetail,
  FindingSeverity,
  FindingStatus,
} from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { ListItems } from '../../../platform/export/export-list.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { AuditDeps } from '../audit.deps.ts';
import { auditNotFound, findingStateChanged } from '../audit.errors.ts';
import type { FindingRow } from '../audit.tables.ts';
import { concernsFramework } from '../engine/compliance.rules.ts';
import { presentFinding, presentFindingDetail } from './finding.presenter.ts';
import {
  expireAcceptedRisks,
  findFinding,
  insertFindingEvent,
  listFindingEvents,
  listFindings,
  lockFinding,
  updateFinding,
} from './findings.repository.ts';

type FindingDeps = Pick<AuditDeps, 'db' | 'clock' | 'checks' | 'users'>;

const dayMs = 86_400_000;

/** Who changes a finding, and from where. */
export interface Auditor {
  readonly caller: SessionCaller;
  readonly address: string;
}

export interface FindingsQuery {
  readonly status?: FindingStatus | undefined;
  readonly severity?: FindingSeverity | undefined;
  readonly category?: FindingCategory | undefined;
  readonly framework?: ComplianceFramework | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Lists findings, the worst and latest first, those that are resolved last. */
export async function listAllFindings(
  { db, checks }: Pick<FindingDeps, 'db' | 'checks'>,
  { framework, limit, offset, ...filter }: FindingsQuery,
): Promise<{ items: Finding[]; limit: number; offset: number; total: number }> {
  const known = checks.filter(
    (check) => framework === undefined || concernsFramework(check, framework),
  );
  const { findings, total } = await listFindings(
    db,
    { ...filter, checkIds: known.map(({ id }) => id) },
    { limit, offset },
  );
  const items = findings.flatMap((row) => {
    const check = known.find(({ id }) => id === row.check_id);
    return check ? [presentFinding(row, check)] : [];
  });
  return { items, limit, offset, total };
}

/** Reads all that match at once: a check has one finding, so they are never more than its checks. */
export async function listFindingsForExport(
  deps: Pick<FindingDeps, 'db' | 'checks'>,
  filter: Omit<FindingsQuery, 'limit' | 'offset'>,
): Promise<ListItems<Finding>> {
  const all = { limit: deps.checks.length, offset: 0 };
  const { items } = await listAllFindings(deps, { ...filter, ...all });
  return { items, last: null };
}

/** Reads one finding with what happened to it. @throws AppError 404 */
export async function getFinding(
  { db, checks }: Pick<FindingDeps, 'db' | 'checks'>,
  id: string,
): Promise<FindingDetail> {
  return readDetail(db, checks, id);
}

/**
 * Accepts the risk of a finding for some days, after which it is open again.
 * @throws AppError 404, 409 finding_state_changed
 */
export async function acceptRisk(
  deps: FindingDeps,
  auditor: Auditor,
  id: string,
  { reason, days }: { readonly reason: string; readonly days: number },
): Promise<FindingDetail> {
  const { db, clock, checks } = deps;
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    const before = await lockOpen(trx, id, ['open', 'reopened', 'accepted']);
    const until = new Date(at.getTime() + days * dayMs);
    await updateFinding(trx, id, {
      status: 'accepted',
      accepted_by: auditor.caller.userId,
      accepted_reason: reason,
      accepted_at: at,
      accepted_until: until,
    });
    const userId = auditor.caller.userId;
    await insertFindingEvent(trx, {
      finding_id: id,
      at,
      kind: 'accepted',
      user_id: userId,
      note: reason,
    });
    const after = { status: 'accepted', reason, until: until.toISOString() };
    await noteChange(deps, trx, auditor, { action: 'finding.accept', before, after });
    return readDetail(trx, checks, id);
  });
}

/** Takes back that a risk is accepted. @throws AppError 404, 409 finding_state_changed */
export async function reopenFinding(
  deps: FindingDeps,
  auditor: Auditor,
  id: string,
): Promise<FindingDetail> {
  const { db, clock, checks } = deps;
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    const before = await lockOpen(trx, id, ['accepted']);
    await updateFinding(trx, id, {
      status: 'reopened',
      accepted_by: null,
      accepted_reason: null,
      accepted_at: null,
      accepted_until: null,
    });
    const userId = auditor.caller.userId;
    await insertFindingEvent(trx, { finding_id: id, at, kind: 'reopened', user_id: userId });
    const after = { status: 'reopened' };
    await noteChange(deps, trx, auditor, { action: 'finding.reopen', before, after });
    return readDetail(trx, checks, id);
  });
}

/** Opens findings again whose risk was accepted until now; for the hourly clean-up. */
export async function expireRisks({ db, clock }: Pick<AuditDeps, 'db' | 'clock'>): Promise<void> {
  await db.transaction().execute((trx) => expireAcceptedRisks(trx, clock.now()));
}

async function lockOpen(
  trx: Trx,
  id: string,
  allowed: readonly FindingStatus[],
): Promise<FindingRow> {
  const row = await lockFinding(trx, id);
  if (!row) throw auditNotFound();
  if (!allowed.includes(row.status)) throw findingStateChanged(row.status);
  return row;
}

async function noteChange(
  { users, clock, checks }: FindingDeps,
  trx: Trx,
  { caller, address }: Auditor,
  change: {
    readonly action: 'finding.accept' | 'finding.reopen';
    readonly before: FindingRow;
    readonly after: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { id, check_id: checkId, status } = change.before;
  const title = checks.find((check) => check.id === checkId)?.title ?? checkId;
  const entry = {
    action: change.action,
    actor: { userId: caller.userId, name: (await users.nameOf(trx, caller.userId)) ?? '' },
    subject: { id, name: title },
    before: { status },
    after: change.after,
    address,
  };
  await writeAuditEntry(trx, entry, clock.now());
}

async function readDetail(
  db: DbOrTrx,
  checks: AuditDeps['checks'],
  id: string,
): Promise<FindingDetail> {
  const row = await findFinding(db, id);
  const check = checks.find((one) => one.id === row?.check_id);
  if (!row || !check) throw auditNotFound();
  return presentFindingDetail(row, check, await listFindingEvents(db, id));
}
