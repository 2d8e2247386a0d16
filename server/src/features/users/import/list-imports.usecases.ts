import type { ImportJob, OpenJob } from '@prahari/contract';
import type { UsersDeps } from '../users.deps.ts';
import type { Actor } from '../users.policy.ts';
import { cancelRunningImport } from './end-import.usecases.ts';
import { importEnded, importNotFound } from './import.errors.ts';
import { countImportCodes } from './import-codes.repository.ts';
import { presentImportJob } from './import-job.presenter.ts';
import {
  findCreatorNames,
  findImport,
  type ImportRow,
  listImportPage,
  listOpenImports,
} from './import-jobs.repository.ts';
import { listRowErrorPage } from './row-errors.repository.ts';
import { rowMessages } from './row-messages.rules.ts';

interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

/** Administrators see their own imports only, whose rows may be of people in their scope only. */
const ownerOnly = ({ userType, userId }: Actor) => (userType === 'SUPER_ADMIN' ? null : userId);

/**
 * Finds the row of an import.
 * @throws AppError 404, the same for unknown imports and those of others
 */
export async function findVisibleImport(
  { db }: Pick<UsersDeps, 'db'>,
  actor: Actor,
  id: string,
): Promise<ImportRow> {
  const row = await findImport(db, id, ownerOnly(actor));
  if (!row) throw importNotFound();
  return row;
}

/** Gets an import; undefined when the actor may see no such import. */
export async function getImport(
  deps: Pick<UsersDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<ImportJob | undefined> {
  const row = await findImport(deps.db, id, ownerOnly(actor));
  return row && readImportJob(deps, row);
}

/** Lists up to `atMost` imports that the actor sees and that have not ended, running ones first. */
export async function listImportsUnderWay(
  { db }: Pick<UsersDeps, 'db'>,
  actor: Actor,
  atMost: number,
): Promise<OpenJob[]> {
  const rows = await listOpenImports(db, ownerOnly(actor), atMost);
  return rows.map((row) => ({
    id: row.id,
    kind: 'import',
    title: row.file_name,
    state: row.state === 'running' ? 'running' : 'queued',
    progress: row.rows_total ? Math.min(1, row.rows_done / row.rows_total) : null,
    waitsForRoom: row.disk_wait !== null,
  }));
}

/** Lists one page of the imports that the actor sees, newest first. */
export async function listImports(
  deps: Pick<UsersDeps, 'db' | 'clock'>,
  actor: Actor,
  { page, limit, search }: PageQuery & { readonly search?: string | undefined },
) {
  const filter = { ofUserId: ownerOnly(actor), search };
  const window = { limit, offset: (page - 1) * limit };
  const { rows, total } = await listImportPage(deps.db, filter, window);
  return { items: await readImportJobs(deps, rows), page, limit, total };
}

/** Cancels an import; rows that were imported stay. @throws AppError 404, import_ended */
export async function cancelImport(
  deps: Pick<UsersDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<ImportJob> {
  await findVisibleImport(deps, actor, id);
  const cancelled = await cancelRunningImport(deps, actor, id);
  if (!cancelled) throw importEnded();
  return readImportJob(deps, cancelled);
}

/** Lists one page of what was wrong with rows of an import. @throws AppError 404 */
export async function listImportErrors(
  { db }: Pick<UsersDeps, 'db'>,
  actor: Actor,
  id: string,
  { page, limit }: PageQuery,
) {
  await findVisibleImport({ db }, actor, id);
  const found = await listRowErrorPage(db, id, { limit, offset: (page - 1) * limit });
  const items = found.rows.map(({ row: number, column_name: column, value, reason }) => ({
    row: number,
    column,
    value,
    reason,
    message: rowMessages[reason],
  }));
  return { items, page, limit, total: found.total };
}

/** Reads what the row of an import does not hold, and presents it all. */
export async function readImportJob(
  deps: Pick<UsersDeps, 'db' | 'clock'>,
  row: ImportRow,
): Promise<ImportJob> {
  const [job] = await readImportJobs(deps, [row]);
  if (!job) throw new Error('one import is presented as one');
  return job;
}

async function readImportJobs(
  { db, clock }: Pick<UsersDeps, 'db' | 'clock'>,
  rows: readonly ImportRow[],
): Promise<ImportJob[]> {
  const ids = rows.filter((row) => !row.validate_only).map((row) => row.id);
  const counts = await countImportCodes(db, ids);
  const creatorIds = rows.map((row) => row.created_by);
  const names = await findCreatorNames(db, creatorIds);
  return rows.map((row) => {
    const createdByName = names.get(row.created_by) ?? '';
    return presentImportJob(row, { createdByName, codes: counts.get(row.id) ?? 0 }, clock.now());
  });
}
