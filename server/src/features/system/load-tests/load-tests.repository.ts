import type { LoadReport, LoadRun, LoadRunFailure } from '@prahari/contract';
import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Row } from '../../../platform/db/tables.ts';
import type { HeldTrx } from '../../../platform/jobs/lease.ts';

export interface LoadTestRow {
  readonly id: string;
  readonly stored_at: Date;
  readonly stored_by: string;
  readonly report: LoadReport;
}

export async function insertLoadTest(db: DbOrTrx, row: LoadTestRow): Promise<void> {
  await db
    .insertInto('load_tests')
    .values({ ...row, report: JSON.stringify(row.report) })
    .execute();
}

/** Lists the newest reports, with the names of those who stored them. */
export async function listNewestLoadTests(
  db: Db,
  limit: number,
): Promise<(LoadTestRow & { readonly name: string })[]> {
  return db
    .selectFrom('load_tests')
    .leftJoin('users', 'users.id', 'load_tests.stored_by')
    .selectAll('load_tests')
    .select((eb) => eb.fn.coalesce('users.name', sql<string>`''`).as('name'))
    .orderBy('stored_at', 'desc')
    .orderBy('load_tests.id', 'desc')
    .limit(limit)
    .execute();
}

/** A load test that was started from the page, with the name of who started it. */
export type LoadRunRow = Row<'load_runs'> & {
  readonly name: string;
  /** Whether the process that carried it out gave no sign of life in time. */
  readonly is_dead: boolean;
};

type NewLoadRun = Pick<
  Row<'load_runs'>,
  | 'id'
  | 'video_id'
  | 'lesson'
  | 'learners'
  | 'seconds'
  | 'started_at'
  | 'started_by'
  | 'started_from'
>;

/** By the clock of the database, as leases are. */
const isDead = sql<boolean>`state = 'running' AND leased_until IS NOT NULL
  AND leased_until <= clock_timestamp()`;

/** Inserts a load test that begins. @returns false while another one runs */
export async function insertLoadRun(trx: Trx, run: NewLoadRun): Promise<boolean> {
  const inserted = await trx
    .insertInto('load_runs')
    .values({ ...run, state: 'running', phase: 'preparing', phase_since: run.started_at })
    .onConflict((conflict) => conflict.column('state').where('state', '=', 'running').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Ends load tests whose process was killed. @returns their ids */
export async function endDeadLoadRuns(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE load_runs SET state = 'failed', failure = 'interrupted', ended_at = leased_until,
      leased_until = NULL
    WHERE ${isDead} RETURNING id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Finds the load test that was last started, or that with an id. */
export async function findLoadRun(db: DbOrTrx, id?: string): Promise<LoadRunRow | undefined> {
  const runs = db
    .selectFrom('load_runs')
    .leftJoin('users', 'users.id', 'load_runs.started_by')
    .selectAll('load_runs')
    .select((eb) => eb.fn.coalesce('users.name', sql<string>`''`).as('name'))
    .select(isDead.as('is_dead'));
  return id === undefined
    ? runs.orderBy('started_at', 'desc').orderBy('load_runs.id', 'desc').limit(1).executeTakeFirst()
    : runs.where('load_runs.id', '=', id).executeTakeFirst();
}

/** Records how far it is. */
export async function saveLoadProgress(
  trx: HeldTrx,
  id: string,
  progress: Pick<LoadRun, 'phase' | 'requests' | 'failed'> & { readonly phase_since: Date },
): Promise<void> {
  await trx.updateTable('load_runs').set(progress).where('id', '=', id).execute();
}

/** Records how it ended. */
export async function endLoadRun(
  trx: HeldTrx,
  id: string,
  end: {
    readonly state: 'done' | 'failed';
    readonly failure?: LoadRunFailure;
    readonly failure_text?: string;
    readonly ended_at: Date;
  } & Partial<Pick<LoadRun, 'requests' | 'failed'>>,
): Promise<void> {
  await trx.updateTable('load_runs').set(end).where('id', '=', id).execute();
}

/** Cancels one that runs, which ends its lease. @returns whether it did run */
export async function cancelLoadRunRow(trx: Trx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('load_runs')
    .set({ state: 'cancelled', ended_at: now, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
