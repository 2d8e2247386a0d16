import { createHash } from 'node:crypto';
import type {
  AuditEvidence,
  FindingCategory,
  FindingSeverity,
  FindingStatus,
} from '@prahari/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { FindingRow } from '../audit.tables.ts';

/** A finding with the name of the administrator who accepted its risk. */
export type NamedFinding = FindingRow & { readonly accepted_by_name: string | null };

/** What a check found, as it is stored. */
export interface SeenFinding {
  readonly checkId: string;
  readonly category: FindingCategory;
  readonly severity: FindingSeverity;
  readonly severityRank: number;
  readonly riskScore: number;
  readonly components: readonly string[];
  readonly evidence: readonly AuditEvidence[];
  readonly runId: string;
  readonly at: Date;
}

export interface FindingFilter {
  readonly status?: FindingStatus | undefined;
  readonly severity?: FindingSeverity | undefined;
  readonly category?: FindingCategory | undefined;
  /** Only of these checks. */
  readonly checkIds?: readonly string[] | undefined;
}

/** Computes the key by which a weakness is recognised in later audits. */
function computeFingerprint(checkId: string): Buffer {
  return createHash('sha256').update(checkId).digest();
}

/**
 * Stores that a weakness was seen: new, again, or again after it was gone. An accepted risk stays
 * accepted. A repeated write of one run changes nothing.
 */
export async function noteSeen(trx: Trx, seen: SeenFinding): Promise<void> {
  const fingerprint = computeFingerprint(seen.checkId);
  const before = await trx
    .selectFrom('audit_findings')
    .select(['id', 'status', 'last_run_id'])
    .where('fingerprint', '=', fingerprint)
    .forUpdate()
    .executeTakeFirst();
  const facts = {
    severity: seen.severity,
    severity_rank: seen.severityRank,
    risk_score: seen.riskScore,
    components: [...seen.components],
    evidence: JSON.stringify(seen.evidence),
    last_seen_at: seen.at,
    last_run_id: seen.runId,
  };
  if (!before) {
    const id = uuidv7();
    await trx
      .insertInto('audit_findings')
      .values({
        id,
        fingerprint,
        check_id: seen.checkId,
        category: seen.category,
        status: 'open',
        first_seen_at: seen.at,
        times_seen: 1,
        ...facts,
      })
      .execute();
    await insertFindingEvent(trx, {
      finding_id: id,
      at: seen.at,
      kind: 'found',
      run_id: seen.runId,
    });
    return;
  }
  const isReopened = before.status === 'resolved';
  await trx
    .updateTable('audit_findings')
    .set({
      ...facts,
      ...(isReopened ? { status: 'reopened', resolved_at: null } : {}),
      ...(before.last_run_id === seen.runId ? {} : { times_seen: sql`times_seen + 1` }),
    })
    .where('id', '=', before.id)
    .execute();
  if (isReopened) {
    await insertFindingEvent(trx, {
      finding_id: before.id,
      at: seen.at,
      kind: 'reopened',
      run_id: seen.runId,
    });
  }
}

/** Stores that the check of a weakness passed: what was there is resolved. */
export async function noteGone(
  trx: Trx,
  { checkId, runId, at }: Pick<SeenFinding, 'checkId' | 'runId' | 'at'>,
): Promise<void> {
  const row = await trx
    .updateTable('audit_findings')
    .set({
      status: 'resolved',
      resolved_at: at,
      accepted_by: null,
      accepted_reason: null,
      accepted_at: null,
      accepted_until: null,
    })
    .where('fingerprint', '=', computeFingerprint(checkId))
    .where('status', '<>', 'resolved')
    .returning('id')
    .executeTakeFirst();
  if (row) {
    await insertFindingEvent(trx, { finding_id: row.id, at, kind: 'resolved', run_id: runId });
  }
}

export async function insertFindingEvent(
  trx: Trx,
  event: {
    readonly finding_id: string;
    readonly at: Date;
    readonly kind: 'found' | 'resolved' | 'reopened' | 'accepted' | 'expired';
    readonly run_id?: string;
    readonly user_id?: string;
    readonly note?: string;
  },
): Promise<void> {
  await trx.insertInto('audit_finding_events').values(event).execute();
}

const selectNamedFindings = (db: DbOrTrx) =>
  db
    .selectFrom('audit_findings')
    .leftJoin('users', 'users.id', 'audit_findings.accepted_by')
    .selectAll('audit_findings')
    .select('users.name as accepted_by_name');

export async function findFinding(db: DbOrTrx, id: string): Promise<NamedFinding | undefined> {
  return selectNamedFindings(db).where('audit_findings.id', '=', id).executeTakeFirst();
}

/** Reads the findings of some checks. */
export async function listFindingsOfChecks(
  db: DbOrTrx,
  checkIds: readonly string[],
): Promise<NamedFinding[]> {
  if (checkIds.length === 0) return [];
  return selectNamedFindings(db).where('check_id', 'in', checkIds).execute();
}

/** Lists one page of findings, the worst and latest first, and counts all. */
export async function listFindings(
  db: Db,
  filter: FindingFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ findings: NamedFinding[]; total: number }> {
  let all = selectNamedFindings(db);
  if (filter.status) all = all.where('audit_findings.status', '=', filter.status);
  if (filter.severity) all = all.where('severity', '=', filter.severity);
  if (filter.category) all = all.where('category', '=', filter.category);
  if (filter.checkIds)
    all = all.where(sql<boolean>`check_id = ANY(${[...filter.checkIds]}::text[])`);
  const findings = await all
    .orderBy(sql`audit_findings.status = 'resolved'`)
    .orderBy('severity_rank')
    .orderBy('last_seen_at', 'desc')
    .orderBy('audit_findings.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await all
    .clearSelect()
    .select((select) => select.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { findings, total: Number(total) };
}

/** Reads what happened to a finding, oldest first; each audit that sees it again adds nothing. */
export async function listFindingEvents(db: DbOrTrx, findingId: string) {
  return db
    .selectFrom('audit_finding_events')
    .leftJoin('users', 'users.id', 'audit_finding_events.user_id')
    .select(['at', 'kind', 'note', 'users.name as by_name'])
    .where('finding_id', '=', findingId)
    .orderBy('at', 'desc')
    .limit(200)
    .execute()
    .then((rows) => rows.reverse());
}

export async function updateFinding(
  trx: Trx,
  id: string,
  changes: Partial<
    Pick<
      FindingRow,
      'status' | 'accepted_by' | 'accepted_reason' | 'accepted_at' | 'accepted_until'
    >
  >,
): Promise<void> {
  await trx.updateTable('audit_findings').set(changes).where('id', '=', id).execute();
}

export async function lockFinding(trx: Trx, id: string): Promise<FindingRow | undefined> {
  return trx
    .selectFrom('audit_findings')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Opens findings again whose risk was accepted until now. */
export async function expireAcceptedRisks(trx: Trx, now: Date): Promise<void> {
  await sql`
    WITH expired AS (
      UPDATE audit_findings SET status = 'reopened', accepted_by = NULL, accepted_reason = NULL,
        accepted_at = NULL, accepted_until = NULL
      WHERE status = 'accepted' AND accepted_until <= ${now}
      RETURNING id)
    INSERT INTO audit_finding_events (finding_id, at, kind)
    SELECT id, ${now}, 'expired' FROM expired`.execute(trx);
}

/** Counts findings for the dashboard. `avgDays` is null before any was resolved. */
export async function countFindings(
  db: Db,
  resolvedSince?: { readonly from: Date; readonly to: Date },
) {
  const from = resolvedSince?.from ?? new Date(0);
  const to = resolvedSince?.to ?? new Date(8.64e15);
  const { rows } = await sql<{
    total: number;
    critical: number;
    resolved: number;
    opened: number;
    avgDays: number | null;
  }>`
    SELECT count(*) FILTER (WHERE status <> 'resolved')::integer AS total,
      count(*) FILTER (WHERE status <> 'resolved' AND severity = 'critical')::integer AS critical,
      count(*) FILTER (WHERE resolved_at > ${from} AND resolved_at <= ${to})::integer AS resolved,
      count(*) FILTER (WHERE first_seen_at > ${from} AND first_seen_at <= ${to})::integer AS opened,
      (avg(extract(epoch FROM resolved_at - first_seen_at))
        FILTER (WHERE resolved_at > ${from} AND resolved_at <= ${to}) / 86400)::double precision
        AS "avgDays"
    FROM audit_findings`.execute(db);
  return rows[0] ?? { total: 0, critical: 0, resolved: 0, opened: 0, avgDays: null };
}
