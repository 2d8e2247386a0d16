import * as z from 'zod/mini';
import { requireRoom } from '../../../../platform/disk/disk-room.ts';
import { writeWithLease } from '../../../../platform/jobs/lease.ts';
import { type JobKind, type JobRun, unlimited } from '../../../../platform/jobs/queue.ts';
import { type LeasedJob, runLeasedJob } from '../../../../platform/jobs/run-leased-job.ts';
import type { UsersDeps } from '../../users.deps.ts';
import { completeImport, failImport, type ImportTry } from '../end-import.usecases.ts';
import { describeFailure, isLasting, sourceMissing } from '../failure.rules.ts';
import { importBatch } from '../import-batch.usecases.ts';
import {
  importToLease,
  queueImport,
  saveImportColumns,
  saveImportHeaders,
  startImportAttempt,
} from '../import-jobs.repository.ts';
import {
  chooseColumns,
  countRows,
  readBatches,
  readHeaders,
  type SheetSource,
} from '../read-sheet.usecases.ts';

const dataSchema = z.object({ importId: z.uuid() });
type ImportUsersData = z.infer<typeof dataSchema>;

/** Failures without progress are counted in the job itself, where users see them. */
export const importUsersKind: JobKind<ImportUsersData> = {
  name: 'import-users',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: unlimited,
  retryDelayMaxSeconds: 10,
  expireSeconds: 6 * 3600,
};

/** Rows that are imported in one transaction. */
const batchSize = 500;

type ImportDeps = Parameters<typeof importBatch>[0] &
  Pick<UsersDeps, 'log' | 'importFiles' | 'diskFolders' | 'settings'>;

/** Runs one try of one import, or of a dry run, from where the last committed batch ended. */
export async function importUsers(
  deps: ImportDeps,
  { data: { importId }, signal }: JobRun<ImportUsersData>,
): Promise<void> {
  const { clock, log } = deps;
  const job: LeasedJob<ImportTry> = {
    row: importToLease(importId),
    said: 'an import of users',
    facts: { importId },
    logsEachWait: true,
    begin: async (trx, lease) => ({
      job: await startImportAttempt(trx, importId, clock.now()),
      lease,
    }),
    work: (attempt, stopped) => importRows(deps, attempt, stopped),
    logFailure(error, disk) {
      if (disk || isLasting(error)) return;
      log.warn({ err: error, importId }, 'an import of users met a fault');
    },
    isFinal: isLasting,
    // Imported rows stay and are not imported again.
    release: (trx) => queueImport(trx, importId, clock.now()),
    async giveUp(attempt, error) {
      const failure = describeFailure(error);
      log.info({ importId, failure: failure.code }, 'an import of users was given up');
      await failImport(deps, attempt, failure);
    },
  };
  await runLeasedJob(deps, job, signal);
}

async function importRows(deps: ImportDeps, held: ImportTry, signal: AbortSignal): Promise<void> {
  const { importFiles } = deps;
  const { job, lease } = held;
  await importFiles.readFile(job.id, lease.fence, signal, async (file) => {
    if (file === null) throw sourceMissing();
    await importSheet(deps, held, { file, format: job.format }, signal);
  });
  if (!job.validate_only) await importFiles.removeFile(job.id);
}

async function importSheet(
  deps: ImportDeps,
  held: ImportTry,
  source: SheetSource,
  signal: AbortSignal,
): Promise<void> {
  const { db, diskFolders, settings } = deps;
  const { job, lease } = held;
  const headers = await readHeaders(source);
  await writeWithLease(db, lease, (trx) => saveImportHeaders(trx, job.id, headers));
  const { mapping, places } = chooseColumns(headers, job.columns);
  const total = await countRows(source, settings.importMaxRows);
  const found = { columns: mapping, total };
  await writeWithLease(db, lease, (trx) => saveImportColumns(trx, job.id, found));
  const portion = { from: job.rows_done, size: batchSize };
  for await (const batch of readBatches(source, places, portion)) {
    signal.throwIfAborted();
    await requireRoom(diskFolders, 'database');
    await importBatch(deps, held, batch);
  }
  await completeImport(deps, held);
}
