import type { ColumnMapping, ImportJob } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { insufficientPermissions } from '../../../platform/http/request-facts.ts';
import type { UploadForm } from '../../../platform/uploads/receive-form.ts';
import { takeFile } from '../../../platform/uploads/take-file.ts';
import type { UsersRepository } from '../accounts/users.repository.ts';
import type { DeliveryWays } from '../activation/activation.rules.ts';
import type { Actor, ActorNow } from '../users.policy.ts';
import { importFileGone, notASheet } from './import.errors.ts';
import type { ImportFiles } from './import-files.adapter.ts';
import { readImportForm } from './import-form.rules.ts';
import { canRunAgain } from './import-job.presenter.ts';
import type { ImportJobsRepository, NewImport } from './import-jobs.repository.ts';
import type { SeeImports } from './list-imports.usecases.ts';

export interface ImportOptions {
  readonly validateOnly: boolean;
  readonly skipDuplicates: boolean;
}

/** A choice that comes again so soon was meant once. */
const sameChoiceMs = 10_000;

/** Takes in a spreadsheet, and begins the job that reads it. */
export function createTakeImport(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<UsersRepository, 'findById'>;
  readonly jobs: ImportJobsRepository;
  readonly files: ImportFiles;
  readonly see: SeeImports;
  readonly ways: DeliveryWays;
  readonly maxBytes: number;
  /** Puts the job into the queue in the same transaction. */
  enqueue(trx: Trx, importId: string): Promise<void>;
}) {
  const { db, clock, jobs, files } = deps;

  async function begin(
    actorNow: ActorNow,
    job: Omit<NewImport, 'createdBy' | 'createdFrom' | 'delivery' | 'now'>,
  ): Promise<ImportJob> {
    const now = clock.now();
    const delivery = deps.ways.sms ? 'sms' : 'file';
    const row = await db.transaction().execute(async (trx) => {
      const { userId, address: createdFrom = '' } = await actorNow(trx);
      if (userId === null) throw insufficientPermissions();
      const wanted: NewImport = { ...job, delivery, createdBy: userId, createdFrom, now };
      if (job.runFrom !== null) {
        const since = new Date(now.getTime() - sameChoiceMs);
        const same = await jobs.findSame(trx, wanted, since);
        if (same) return same;
      }
      const made = await jobs.insert(trx, wanted);
      // Dry runs too: they tell which numbers are in use, also outside the scope.
      const name = (await deps.users.findById(trx, userId))?.name ?? '';
      const { fileSizeBytes, skipDuplicates, validateOnly } = job;
      const act = {
        action: 'user.import' as const,
        actor: { userId, name },
        address: createdFrom,
        subject: { id: job.id, name: job.fileName },
        before: {},
        after: { fileSizeBytes, skipDuplicates, ...(validateOnly ? { validateOnly } : {}) },
      };
      await writeAuditEntry(trx, act, now);
      await deps.enqueue(trx, job.id);
      return made;
    });
    return deps.see.present(row);
  }

  return {
    /**
     * Receives a spreadsheet: the file first, then job and queue entry in one transaction, if the
     * sender is still allowed to. On any failure neither file nor row stays.
     * @throws AppError
     */
    async upload(actorNow: ActorNow, options: ImportOptions, form: UploadForm): Promise<ImportJob> {
      const { folder } = files;
      await folder.requireSpace(form.announcedBytes);
      const id = uuidv7();
      try {
        const target = { folder, name: id, maxBytes: deps.maxBytes };
        const taken = await takeFile(form.parts, target, readImportForm);
        const format = await files.formatOf(id);
        if (!format) throw notASheet();
        const { form: columns, fileName, sizeBytes: fileSizeBytes } = taken;
        const file = { id, fileName, fileSizeBytes, format };
        return await begin(actorNow, { ...file, ...options, columns, runFrom: null });
      } catch (error) {
        await files.remove(id);
        throw error;
      }
    },

    /**
     * Creates a new job from the file of another. The same choice, made again while its job waits
     * or runs, or within seconds, is that job.
     * @throws AppError 404, import_file_gone
     */
    async runAgain(
      actor: Actor,
      fromId: string,
      choice: ImportOptions & { readonly columns?: ColumnMapping | undefined },
    ): Promise<ImportJob> {
      const from = await deps.see.row(actor, fromId);
      const id = uuidv7();
      if (!canRunAgain(from, clock.now())) throw importFileGone();
      if (!(await files.share(fromId, id))) throw importFileGone();
      const { validateOnly, skipDuplicates, columns = from.columns } = choice;
      const { file_name: fileName, file_size_bytes: fileSizeBytes, format } = from;
      const file = { id, fileName, fileSizeBytes, format };
      const options = { validateOnly, skipDuplicates };
      try {
        const job = await begin(async () => actor, {
          ...file,
          ...options,
          columns,
          runFrom: fromId,
        });
        if (job.id !== id) await files.remove(id);
        return job;
      } catch (error) {
        await files.remove(id);
        throw error;
      }
    },
  };
}

export type TakeImport = ReturnType<typeof createTakeImport>;
