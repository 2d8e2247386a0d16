import type { ColumnMapping } from '@prahari/contract';
import { type Selectable, sql } from 'kysely';
import { containing } from '../../../platform/db/containing.ts';
import { countRows } from '../../../platform/db/count-rows.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { noDiskWait } from '../../../platform/disk/disk-wait.ts';
import { type HeldTrx, type LeasedRow, unleased } from '../../../platform/jobs/lease.ts';
import type { Failure } from './failure.rules.ts';

export type ImportRow = Selectable<Tables['user_imports']>;

export interface NewImport {
  readonly id: string;
  readonly fileName: string;
  readonly fileSizeBytes: number;
  readonly format: 'csv' | 'xlsx';
  readonly validateOnly: boolean;
  readonly skipDuplicates: boolean;
  readonly columns: ColumnMapping | null;
  readonly delivery: 'sms' | 'file';
  /** The import whose file is used again; null for an upload. */
  readonly runFrom: string | null;
  readonly createdBy: string;
  /** Address of the caller. */
  readonly createdFrom: string;
  readonly now: Date;
}

/** The processed rows of a batch, by outcome. */
export interface Tally {
  readonly done: number;
  readonly created: number;
  readonly duplicates: number;
  readonly failed: number;
}

const unfinished = ['queued', 'running'] as const;

/** Describes the import as leased work. */
export function importToLease(id: string): LeasedRow {
  return { table: 'user_imports', key: { id }, states: unfinished };
}

const one = (trx: HeldTrx, id: string) => trx.updateTable('user_imports').where('id', '=', id);

export async function insertImport(trx: Trx, job: NewImport): Promise<ImportRow> {
  return trx
    .insertInto('user_imports')
    .values({
      id: job.id,
      file_name: job.fileName,
      file_size_bytes: job.fileSizeBytes,
      format: job.format,
      state: 'queued',
      validate_only: job.validateOnly,
      skip_duplicates: job.skipDuplicates,
      columns: job.columns && JSON.stringify(job.columns),
      delivery: job.delivery,
      run_from: job.runFrom,
      created_by: job.createdBy,
      created_from: job.createdFrom,
      created_at: job.now,
      updated_at: job.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Finds a job with the same choices that has not ended, or has been completed and was started since
 * a moment. Concurrent calls wait here for each other until their transactions end.
 */
export async function findSameImport(
  trx: Trx,
  job: Pick<NewImport, 'runFrom' | 'createdBy' | 'validateOnly' | 'skipDuplicates' | 'columns'>,
  since: Date,
): Promise<ImportRow | undefined> {
  await trx
    .selectFrom('user_imports')
    .select('id')
    .where('id', '=', job.runFrom)
    .forNoKeyUpdate()
    .execute();
  return trx
    .selectFrom('user_imports')
    .selectAll()
    .where('run_from', '=', job.runFrom)
    .where('created_by', '=', job.createdBy)
    .where((where) =>
      where.or([
        where('state', 'in', unfinished),
        where.and([where('state', '=', 'completed'), where('created_at', '>=', since)]),
      ]),
    )
    .where('validate_only', '=', job.validateOnly)
    .where('skip_duplicates', '=', job.skipDuplicates)
    .where(
      sql<boolean>`columns IS NOT DISTINCT FROM ${job.columns && JSON.stringify(job.columns)}::jsonb`,
    )
    .executeTakeFirst();
}

/** Finds an import; of one administrator only, unless `ofUserId` is null. */
export async function findImport(
  db: DbOrTrx,
  id: string,
  ofUserId: string | null,
): Promise<ImportRow | undefined> {
  let query = db.selectFrom('user_imports').selectAll().where('id', '=', id);
  if (ofUserId !== null) query = query.where('created_by', '=', ofUserId);
  return query.executeTakeFirst();
}

export async function findImportsByIds(
  db: DbOrTrx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ImportRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('user_imports').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Lists one page, newest first, with the count of all that match; `search` is a part of the file
 * name.
 */
export async function listImportPage(
  db: DbOrTrx,
  filter: { ofUserId: string | null; search?: string | undefined },
  window: { limit: number; offset: number },
): Promise<{ rows: ImportRow[]; total: number }> {
  let matching = db.selectFrom('user_imports');
  if (filter.ofUserId !== null) matching = matching.where('created_by', '=', filter.ofUserId);
  if (filter.search) {
    const pattern = containing(filter.search);
    matching = matching.where('file_name', 'ilike', pattern);
  }
  const rows = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { rows, total: await countRows(db, matching) };
}

export async function findCreatorNames(
  db: DbOrTrx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Notes with the claim of a job that its next try begins. */
export async function startImportAttempt(trx: HeldTrx, id: string, now: Date): Promise<ImportRow> {
  return one(trx, id)
    .set({ state: 'running', updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function saveImportHeaders(
  trx: HeldTrx,
  id: string,
  headers: readonly string[],
): Promise<void> {
  await one(trx, id)
    .set({ headers: [...headers] })
    .execute();
}

export async function saveImportColumns(
  trx: HeldTrx,
  id: string,
  found: { columns: ColumnMapping; total: number },
): Promise<void> {
  await one(trx, id)
    .set({ columns: JSON.stringify(found.columns), rows_total: found.total })
    .execute();
}

/** Moves the position of a job, in the transaction of the batch. */
export async function advanceImport(
  trx: HeldTrx,
  id: string,
  by: Tally & { readonly codesUntil: Date | null; readonly now: Date },
): Promise<void> {
  await one(trx, id)
    .set((update) => ({
      rows_done: update('rows_done', '+', by.done),
      rows_created: update('rows_created', '+', by.created),
      rows_duplicate: update('rows_duplicate', '+', by.duplicates),
      rows_failed: update('rows_failed', '+', by.failed),
      codes_until: sql<Date | null>`coalesce(${by.codesUntil}::timestamptz, codes_until)`,
      updated_at: by.now,
    }))
    .execute();
}

/** Ends a job as done. */
export async function completeImportRow(
  trx: HeldTrx,
  job: ImportRow,
  now: Date,
): Promise<ImportRow> {
  const values = { state: 'completed', has_file: job.validate_only, updated_at: now } as const;
  return one(trx, job.id).set(values).returningAll().executeTakeFirstOrThrow();
}

export async function failImportRow(
  trx: HeldTrx,
  id: string,
  failure: Failure,
  now: Date,
): Promise<ImportRow> {
  const { code: failure_code, message: failure_message } = failure;
  return one(trx, id)
    .set({ state: 'failed', failure_code, failure_message, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Puts a job back into the queue. */
export async function queueImport(trx: HeldTrx, id: string, now: Date): Promise<void> {
  await one(trx, id).set({ state: 'queued', updated_at: now }).execute();
}

/** Cancels a job in any state; undefined when it had ended already. */
export async function cancelImportRow(
  db: DbOrTrx,
  id: string,
  now: Date,
): Promise<ImportRow | undefined> {
  return db
    .updateTable('user_imports')
    .set({ ...unleased, ...noDiskWait, state: 'cancelled', updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', unfinished)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Marks the files of jobs that ended before `before` as no longer kept.
 * @returns ids of the jobs
 */
export async function giveUpImportFiles(db: DbOrTrx, before: Date): Promise<string[]> {
  const rows = await db
    .updateTable('user_imports')
    .set({ has_file: false })
    .where('has_file', '=', true)
    .where('state', 'not in', unfinished)
    .where('updated_at', '<', before)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Finds which of the imports still need their file. */
export async function findImportsWithFile(
  db: DbOrTrx,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('user_imports')
    .select('id')
    .where('id', 'in', ids)
    .where('has_file', '=', true)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Lists up to `atMost` imports that have not ended, running ones first; of all with null. */
export async function listOpenImports(
  db: DbOrTrx,
  ofUserId: string | null,
  atMost: number,
): Promise<ImportRow[]> {
  let query = db.selectFrom('user_imports').selectAll().where('state', 'in', unfinished);
  if (ofUserId !== null) query = query.where('created_by', '=', ofUserId);
  return query.orderBy('state', 'desc').orderBy('created_at').orderBy('id').limit(atMost).execute();
}

/** Counts finished imports whose rows do not add up: none, as each batch is one transaction. */
export async function countTornImports(db: Db): Promise<number> {
  const row = await db
    .selectFrom('user_imports')
    .select((builder) => builder.fn.countAll<string>().as('count'))
    .where('state', '=', 'completed')
    .where(
      sql<boolean>`rows_done <> rows_created + rows_duplicate + rows_failed
        OR rows_done <> coalesce(rows_total, rows_done)`,
    )
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
