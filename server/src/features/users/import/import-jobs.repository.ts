import type { ColumnMapping } from '@prahari/contract';
import { type Selectable, sql } from 'kysely';
import { containing } from '../../../platform/db/containing.ts';
import { countRows } from '../../../platform/db/count-rows.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { type DiskWaitValues, noDiskWait } from '../../../platform/disk/disk-wait.ts';
import { type Failure, maxAttempts } from './failure.rules.ts';

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

/** How many rows of a batch were processed, by outcome. */
export interface Tally {
  readonly done: number;
  readonly created: number;
  readonly duplicates: number;
  readonly failed: number;
}

const unfinished = ['queued', 'running'] as const;
/**
 * Updates a job that this try still holds, by its number: a try that was taken for dead must not
 * write.
 */
const updateHeldImport = (db: DbOrTrx, { id, attempts }: Pick<ImportRow, 'id' | 'attempts'>) =>
  db
    .updateTable('user_imports')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempts', '=', attempts);
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

/** Starts the next try; undefined when there is no such job or it has ended. */
export async function startImportAttempt(
  db: DbOrTrx,
  id: string,
  now: Date,
): Promise<ImportRow | undefined> {
  return db
    .updateTable('user_imports')
    .set((update) => ({
      ...noDiskWait,
      state: 'running',
      attempts: update('attempts', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('state', 'in', unfinished)
    .returningAll()
    .executeTakeFirst();
}

/** Locks the job for one batch; undefined when this try no longer holds it. */
export async function lockHeldImport(trx: Trx, job: ImportRow): Promise<ImportRow | undefined> {
  return trx
    .selectFrom('user_imports')
    .selectAll()
    .where('id', '=', job.id)
    .where('state', '=', 'running')
    .where('attempts', '=', job.attempts)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveImportHeaders(
  db: DbOrTrx,
  job: ImportRow,
  headers: readonly string[],
): Promise<void> {
  await updateHeldImport(db, job)
    .set({ headers: [...headers] })
    .execute();
}

export async function saveImportColumns(
  db: DbOrTrx,
  job: ImportRow,
  found: { columns: ColumnMapping; total: number },
): Promise<void> {
  await updateHeldImport(db, job)
    .set({ columns: JSON.stringify(found.columns), rows_total: found.total })
    .execute();
}

/**
 * Moves the position of a job, in the transaction of the batch, and counts tries from here again.
 */
export async function advanceImport(
  trx: Trx,
  job: ImportRow,
  by: Tally,
  codesUntil: Date | null,
  now: Date,
): Promise<void> {
  await updateHeldImport(trx, job)
    .set((update) => ({
      attempt_limit: sql<number>`attempts - 1 + ${maxAttempts}::integer`,
      rows_done: update('rows_done', '+', by.done),
      rows_created: update('rows_created', '+', by.created),
      rows_duplicate: update('rows_duplicate', '+', by.duplicates),
      rows_failed: update('rows_failed', '+', by.failed),
      codes_until: sql<Date | null>`coalesce(${codesUntil}::timestamptz, codes_until)`,
      updated_at: now,
    }))
    .execute();
}

/** Tells whether this try is the last that is allowed. */
export async function isLastImportAttempt(db: DbOrTrx, job: ImportRow): Promise<boolean> {
  const row = await findImport(db, job.id, null);
  return row === undefined || job.attempts >= row.attempt_limit;
}

/**
 * Ends a job as done; undefined when this try does not hold it any more. `failImportRow` does the
 * same.
 */
export async function completeImportRow(
  db: DbOrTrx,
  job: ImportRow,
  now: Date,
): Promise<ImportRow | undefined> {
  const values = { state: 'completed', has_file: job.validate_only, updated_at: now } as const;
  return updateHeldImport(db, job).set(values).returningAll().executeTakeFirst();
}

export async function failImportRow(
  db: DbOrTrx,
  job: ImportRow,
  failure: Failure,
  now: Date,
): Promise<ImportRow | undefined> {
  const { code: failure_code, message: failure_message } = failure;
  return updateHeldImport(db, job)
    .set({ state: 'failed', failure_code, failure_message, updated_at: now })
    .returningAll()
    .executeTakeFirst();
}

/**
 * Puts a job back into the queue; a try that was not used up (a planned stop) is not counted.
 */
export async function releaseImport(
  db: DbOrTrx,
  job: ImportRow,
  isCounted: boolean,
  now: Date,
): Promise<void> {
  const attempts = isCounted ? job.attempts : job.attempts - 1;
  await updateHeldImport(db, job).set({ state: 'queued', attempts, updated_at: now }).execute();
}

/** Puts a job back into the queue, to wait for room on a disk, without being counted. */
export async function releaseImportToWait(
  db: DbOrTrx,
  job: ImportRow,
  wait: DiskWaitValues,
  now: Date,
): Promise<void> {
  const attempts = job.attempts - 1;
  await updateHeldImport(db, job)
    .set({ ...wait, state: 'queued', attempts, updated_at: now })
    .execute();
}

/** Notes how much room there is while an import waits for more. */
export async function saveImportFreeBytes(
  db: DbOrTrx,
  id: string,
  freeBytes: number,
): Promise<void> {
  await db
    .updateTable('user_imports')
    .set({ disk_free_bytes: freeBytes })
    .where('id', '=', id)
    .where('disk_wait', 'is not', null)
    .execute();
}

/** Cancels a job in any state; undefined when it had ended already. */
export async function cancelImportRow(
  db: DbOrTrx,
  id: string,
  now: Date,
): Promise<ImportRow | undefined> {
  return db
    .updateTable('user_imports')
    .set({ ...noDiskWait, state: 'cancelled', updated_at: now })
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
