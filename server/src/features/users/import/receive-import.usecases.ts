import type { ColumnMapping, ImportJob } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import { insufficientPermissions } from '../../../platform/errors/app-error.ts';
import { receiveFile } from '../../../platform/uploads/receive-file.ts';
import type { UploadForm } from '../../../platform/uploads/receive-form.ts';
import { findUserById } from '../accounts/users.repository.ts';
import { findDeliveryWays } from '../activation/activation.rules.ts';
import type { UsersDeps } from '../users.deps.ts';
import type { Actor, ActorNow } from '../users.policy.ts';
import { importFileGone, notASheet } from './import.errors.ts';
import { readImportForm } from './import-form.rules.ts';
import { canRunAgain } from './import-job.presenter.ts';
import { findSameImport, insertImport, type NewImport } from './import-jobs.repository.ts';
import { findVisibleImport, readImportJob } from './list-imports.usecases.ts';
import { importUsersKind } from './tasks/import-users.task.ts';

export interface ImportOptions {
  readonly validateOnly: boolean;
  readonly skipDuplicates: boolean;
}

/** A choice that comes again so soon was meant once. */
const sameChoiceMs = 10_000;

type StartDeps = Pick<UsersDeps, 'db' | 'clock' | 'queue' | 'smsGateway' | 'mailServer'>;

/**
 * Receives a spreadsheet: the file first, then job and queue entry in one transaction, if the
 * sender is still allowed to. A failure leaves neither file nor row.
 * @throws AppError
 */
export async function receiveImport(
  deps: StartDeps & Pick<UsersDeps, 'importFiles' | 'settings'>,
  actorNow: ActorNow,
  options: ImportOptions,
  form: UploadForm,
): Promise<ImportJob> {
  const { importFiles, settings } = deps;
  const { store } = importFiles;
  await store.requireSpace(form.announcedBytes);
  const id = uuidv7();
  try {
    const target = { store, name: id, maxBytes: settings.importMaxBytes };
    const received = await receiveFile(form.parts, target, readImportForm);
    const format = await importFiles.recogniseFormat(id);
    if (!format) throw notASheet();
    const { form: columns, fileName, sizeBytes: fileSizeBytes } = received;
    const file = { id, fileName, fileSizeBytes, format };
    return await startImport(deps, actorNow, { ...file, ...options, columns, runFrom: null });
  } catch (error) {
    await importFiles.removeFile(id);
    throw error;
  }
}

/**
 * Starts a new import from the file of another. The same choice, made again while its job waits or
 * runs, or within seconds, is that job.
 * @throws AppError 404, import_file_gone
 */
export async function runImportAgain(
  deps: StartDeps & Pick<UsersDeps, 'importFiles'>,
  actor: Actor,
  fromId: string,
  choice: ImportOptions & { readonly columns?: ColumnMapping | undefined },
): Promise<ImportJob> {
  const { importFiles } = deps;
  const from = await findVisibleImport(deps, actor, fromId);
  const id = uuidv7();
  if (!canRunAgain(from, deps.clock.now())) throw importFileGone();
  if (!(await importFiles.shareFile(fromId, id))) throw importFileGone();
  const { validateOnly, skipDuplicates, columns = from.columns } = choice;
  const { file_name: fileName, file_size_bytes: fileSizeBytes, format } = from;
  const file = { id, fileName, fileSizeBytes, format };
  const options = { validateOnly, skipDuplicates };
  try {
    const wanted = { ...file, ...options, columns, runFrom: fromId };
    const job = await startImport(deps, async () => actor, wanted);
    if (job.id !== id) await importFiles.removeFile(id);
    return job;
  } catch (error) {
    await importFiles.removeFile(id);
    throw error;
  }
}

async function startImport(
  deps: StartDeps,
  actorNow: ActorNow,
  job: Omit<NewImport, 'createdBy' | 'createdFrom' | 'delivery' | 'now'>,
): Promise<ImportJob> {
  const { db, clock, queue } = deps;
  const now = clock.now();
  const delivery = findDeliveryWays(deps).sms ? 'sms' : 'file';
  const row = await db.transaction().execute(async (trx) => {
    const { userId, address: createdFrom = '' } = await actorNow(trx);
    if (userId === null) throw insufficientPermissions();
    const wanted: NewImport = { ...job, delivery, createdBy: userId, createdFrom, now };
    if (job.runFrom !== null) {
      const since = new Date(now.getTime() - sameChoiceMs);
      const same = await findSameImport(trx, wanted, since);
      if (same) return same;
    }
    const inserted = await insertImport(trx, wanted);
    // Dry runs too: they tell which numbers are in use, also outside the scope.
    const name = (await findUserById(trx, userId))?.name ?? '';
    const { fileSizeBytes, skipDuplicates, validateOnly } = job;
    const entry = {
      action: 'user.import' as const,
      actor: { userId, name },
      address: createdFrom,
      subject: { id: job.id, name: job.fileName },
      before: {},
      after: { fileSizeBytes, skipDuplicates, ...(validateOnly ? { validateOnly } : {}) },
    };
    await writeAuditEntry(trx, entry, now);
    await queue.enqueue(trx, importUsersKind, { importId: job.id });
    return inserted;
  });
  return readImportJob(deps, row);
}
