import type { ImportJob } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Actor } from '../users.policy.ts';
import type { EndImport } from './end-import.usecases.ts';
import { importEnded, importNotFound } from './import.errors.ts';
import type { ImportCodesRepository } from './import-codes.repository.ts';
import { presentImportJob } from './import-job.presenter.ts';
import type { ImportJobsRepository, ImportRow } from './import-jobs.repository.ts';
import type { RowErrorsRepository } from './row-errors.repository.ts';
import { rowMessages } from './row-messages.rules.ts';

/** Administrators see their own imports, whose rows may be of people in their scope only. */
const ownerOnly = ({ userType, userId }: Actor) => (userType === 'SUPER_ADMIN' ? null : userId);

/** Imports as those see them who began them; super administrators see all. */
export function createSeeImports(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: ImportJobsRepository;
  readonly endImport: Pick<EndImport, 'cancel'>;
  readonly codes: ImportCodesRepository;
  readonly rowErrors: RowErrorsRepository;
}) {
  const { db, clock, jobs, codes, rowErrors } = deps;

  async function presentAll(rows: readonly ImportRow[]): Promise<ImportJob[]> {
    const ids = rows.filter((row) => !row.validate_only).map((row) => row.id);
    const counts = await codes.counts(db, ids);
    const names = await jobs.namesOfCreators(
      db,
      rows.map((row) => row.created_by),
    );
    return rows.map((row) => {
      const createdByName = names.get(row.created_by) ?? '';
      return presentImportJob(row, { createdByName, codes: counts.get(row.id) ?? 0 }, clock.now());
    });
  }

  async function present(row: ImportRow): Promise<ImportJob> {
    const [job] = await presentAll([row]);
    if (!job) throw new Error('one import is presented as one');
    return job;
  }

  /** @throws AppError 404, alike for imports that do not exist and for those of others */
  async function row(actor: Actor, id: string): Promise<ImportRow> {
    const found = await jobs.find(db, id, ownerOnly(actor));
    if (!found) throw importNotFound();
    return found;
  }

  return {
    row,
    present,

    /** Finds an import; undefined when the actor sees no such import. */
    async find(actor: Actor, id: string): Promise<ImportJob | undefined> {
      const found = await jobs.find(db, id, ownerOnly(actor));
      return found && present(found);
    },

    async list(actor: Actor, query: { page: number; limit: number; search?: string | undefined }) {
      const { page, limit, search } = query;
      const filter = { ofUserId: ownerOnly(actor), search };
      const { rows, total } = await jobs.page(db, filter, { limit, offset: (page - 1) * limit });
      return { items: await presentAll(rows), page, limit, total };
    },

    /** @throws AppError 404, import_ended */
    async cancel(actor: Actor, id: string): Promise<ImportJob> {
      await row(actor, id);
      const cancelled = await deps.endImport.cancel(actor, id);
      if (!cancelled) throw importEnded();
      return present(cancelled);
    },

    /** @throws AppError 404 */
    async errors(actor: Actor, id: string, query: { page: number; limit: number }) {
      await row(actor, id);
      const { page, limit } = query;
      const found = await rowErrors.page(db, id, { limit, offset: (page - 1) * limit });
      const items = found.rows.map(({ row: number, column_name: column, value, reason }) => ({
        row: number,
        column,
        value,
        reason,
        message: rowMessages[reason],
      }));
      return { items, page, limit, total: found.total };
    },
  };
}

export type SeeImports = ReturnType<typeof createSeeImports>;
