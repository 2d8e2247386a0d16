import type { AuditStatus } from '@prahari/contract';
import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { type LeasedRow, unleased } from '../../../platform/jobs/lease.ts';
import type { ResultRow, RunRow } from '../audit.tables.ts';

/** An audit with the name of the administrator who started it. */
export type NamedRun = RunRow & { readonly started_by_name: string | null };
/** A result; evidence only where something was found, unless all is asked for. */
export type StoredResult = Pick<
  ResultRow,
  'run_id' | 'check_id' | 'status' | 'note' | 'components' | 'evidence' | 'duration_ms' | 'at'
>;

const underWay = ['queued', 'running'] as const satisfies readonly AuditStatus[];

/** Describes an audit as leased work. */
export function runToLease(runId: string): LeasedRow {
  return { table: 'audit_runs', key: { id: runId }, states: underWay };
}

export type NewRun = Pick<
  RunRow,
  | 'id'
  | 'audit_type'
  | 'scope'
  | 'severities'
  | 'check_ids'
  | 'trigger'
  | 'started_by'
  | 'created_at'
  | 'estimated_seconds'
>;

/** Stores an audit that is to run. @returns false while another is under way */
export async function insertRun(trx: Trx, run: NewRun): Promise<boolean> {
  const result = await trx
    .insertInto('audit_runs')
    .values({ ...run, state: 'queued' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findRunUnderWay(db: DbOrTrx): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit_runs')
    .select('id')
    .where('state', 'in', underWay)
    .executeTakeFirst();
  return row?.id;
}

const selectNamedRuns = (db: DbOrTrx) =>
  db
    .selectFrom('audit_runs')
    .leftJoin('users', 'users.id', 'audit_runs.started_by')
    .selectAll('audit_runs')
    .select('users.name as started_by_name');

export async function findRun(db: DbOrTrx, id: string): Promise<NamedRun | undefined> {
  return selectNamedRuns(db).where('audit_runs.id', '=', id).executeTakeFirst();
}

/** Lists audits that were not taken off the list, newest first. */
export async function listRuns(
  db: Db,
  { limit, status }: { readonly limit: number; readonly status?: AuditStatus | undefined },
): Promise<NamedRun[]> {
  let query = selectNamedRuns(db)
    .where('cleared_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('audit_runs.id', 'desc')
    .limit(limit);
  if (status) query = query.where('state', '=', status);
  return query.execute();
}

/** Reads the results of some audits. @param isWhole with the evidence of what passed, too */
export async function listResults(
  db: DbOrTrx,
  runIds: readonly string[],
  isWhole: boolean,
): Promise<StoredResult[]> {
  if (runIds.length === 0) return [];
  const { rows } = await sql<StoredResult>`
    SELECT run_id, check_id, status, note, components, duration_ms, at,
      CASE WHEN ${isWhole}::boolean OR status IN ('failed', 'warning') THEN evidence
        ELSE '[]'::jsonb END AS evidence
    FROM audit_results WHERE run_id = ANY(${[...runIds]}::uuid[])
    ORDER BY at`.execute(db);
  return rows;
}

/** Reads the last result of each check that could tell, for what holds now. */
export async function listLatestResults(
  db: Db,
): Promise<readonly Pick<ResultRow, 'check_id' | 'status'>[]> {
  const { rows } = await sql<Pick<ResultRow, 'check_id' | 'status'>>`
    SELECT DISTINCT ON (check_id) check_id, status FROM audit_results
    ORDER BY check_id, at DESC`.execute(db);
  return rows;
}

/** Stores what a check found; a try that repeats it after a kill replaces it. */
export async function upsertResult(trx: Trx, result: StoredResult): Promise<void> {
  const values = {
    ...result,
    evidence: JSON.stringify(result.evidence),
  };
  await trx
    .insertInto('audit_results')
    .values(values)
    .onConflict((conflict) => conflict.columns(['run_id', 'check_id']).doUpdateSet(values))
    .execute();
}

export async function updateRun(
  trx: DbOrTrx,
  id: string,
  changes: Partial<
    Pick<RunRow, 'state' | 'started_at' | 'ended_at' | 'current_check' | 'failure' | 'summary'>
  >,
): Promise<void> {
  const { summary, ...others } = changes;
  await trx
    .updateTable('audit_runs')
    .set({ ...others, ...(summary === undefined ? {} : { summary: JSON.stringify(summary) }) })
    .where('id', '=', id)
    .execute();
}

/** Cancels an audit that has not ended. @returns whether it was so */
export async function cancelRun(trx: Trx, id: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('audit_runs')
    .set({ state: 'cancelled', ended_at: now, current_check: null, ...unleased })
    .where('id', '=', id)
    .where('state', 'in', underWay)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Takes ended audits off the list. @returns how many */
export async function clearRuns(trx: Trx, now: Date): Promise<number> {
  const result = await trx
    .updateTable('audit_runs')
    .set({ cleared_at: now })
    .where('cleared_at', 'is', null)
    .where('state', 'not in', underWay)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** How many of the last results of a check say how long it takes. */
const measuredRuns = 5;

/** Computes the usual duration of checks, by the median of their last runs; others are missing. */
export async function measureChecks(
  db: DbOrTrx,
  checkIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; ms: number }>`
    SELECT asked.id, percentile_cont(0.5) WITHIN GROUP (ORDER BY last.duration_ms) AS ms
    FROM unnest(${[...checkIds]}::text[]) AS asked (id)
    CROSS JOIN LATERAL (
      SELECT duration_ms FROM audit_results WHERE check_id = asked.id
      ORDER BY at DESC LIMIT ${measuredRuns}) AS last
    GROUP BY asked.id`.execute(db);
  return new Map(rows.map(({ id, ms }) => [id, ms]));
}

/** Finds when the last audit of the schedule began, and when the last of all ended. */
export async function findLastRuns(
  db: DbOrTrx,
): Promise<{ readonly scheduled: Date | null; readonly ended: Date | null }> {
  const { rows } = await sql<{ scheduled: Date | null; ended: Date | null }>`
    SELECT max(created_at) FILTER (WHERE trigger = 'schedule') AS scheduled,
      max(ended_at) FILTER (WHERE state = 'completed' AND trigger <> 'recheck') AS ended
    FROM audit_runs`.execute(db);
  return rows[0] ?? { scheduled: null, ended: null };
}

/** Finds the score of the last audit that covered more than one check. */
export async function findLastSummary(db: DbOrTrx): Promise<RunRow['summary']> {
  const row = await db
    .selectFrom('audit_runs')
    .select('summary')
    .where('state', '=', 'completed')
    .where('trigger', '<>', 'recheck')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.summary ?? null;
}

/** Lists the last audits that ended in a range, oldest first. */
export async function listEndedRuns(
  db: Db,
  range: { readonly from: Date; readonly to: Date; readonly atMost: number },
): Promise<readonly Pick<RunRow, 'id' | 'audit_type' | 'ended_at' | 'summary'>[]> {
  const rows = await db
    .selectFrom('audit_runs')
    .select(['id', 'audit_type', 'ended_at', 'summary'])
    .where('state', '=', 'completed')
    .where('trigger', '<>', 'recheck')
    .where('ended_at', '>', range.from)
    .where('ended_at', '<=', range.to)
    .orderBy('ended_at', 'desc')
    .limit(range.atMost)
    .execute();
  return rows.reverse();
}

/** Removes audits that ended before a moment. @returns how many */
export async function deletePastRuns(db: Db, before: Date, atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM audit_runs WHERE id IN (
      SELECT id FROM audit_runs WHERE ended_at < ${before} LIMIT ${atMost})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
