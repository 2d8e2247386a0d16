import { access } from 'node:fs/promises';
import type { FullDisk } from '@prahari/contract';
import * as z from 'zod/mini';
import { requireRoom } from '../../../../platform/disk/disk-room.ts';
import {
  type DiskWaitValues,
  findFullDisk,
  isRoomMade,
  releaseToWait,
} from '../../../../platform/disk/disk-wait.ts';
import { type JobKind, type JobRun, unlimited } from '../../../../platform/jobs/queue.ts';
import type { UsersDeps } from '../../users.deps.ts';
import { completeImport, failImport } from '../end-import.usecases.ts';
import {
  type Failure,
  findFailure,
  interruptedTooOften,
  serverFault,
  sourceMissing,
} from '../failure.rules.ts';
import { ImportLost, importBatch } from '../import-batch.usecases.ts';
import {
  findImport,
  type ImportRow,
  isLastImportAttempt,
  releaseImport,
  releaseImportToWait,
  saveImportColumns,
  saveImportFreeBytes,
  saveImportHeaders,
  startImportAttempt,
} from '../import-jobs.repository.ts';
import { chooseColumns, countRows, readBatches, readHeaders } from '../read-sheet.usecases.ts';

const dataSchema = z.object({ importId: z.uuid() });
type ImportUsersData = z.infer<typeof dataSchema>;

/**
 * How often it may fail without getting further is counted with the job itself, where people see
 * it.
 */
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
  { data, signal }: JobRun<ImportUsersData>,
): Promise<void> {
  const { importId } = data;
  // The queue brings it again within seconds.
  if (!(await hasRoom(deps, importId))) {
    throw new Error(`import ${importId} waits for room on a disk`);
  }
  const job = await startImportAttempt(deps.db, importId, deps.clock.now());
  if (!job) return;
  if (job.attempts > job.attempt_limit) return giveUp(deps, job, interruptedTooOften);
  const isThere = await access(deps.importFiles.pathOf(job.id)).then(
    () => true,
    () => false,
  );
  if (!isThere) return giveUp(deps, job, sourceMissing);
  await importRows(deps, job, signal).catch((error: unknown) =>
    settleFailure(deps, job, error, signal),
  );
}

async function importRows(deps: ImportDeps, job: ImportRow, signal: AbortSignal): Promise<void> {
  const { db, importFiles, diskFolders, settings } = deps;
  const source = { file: importFiles.pathOf(job.id), format: job.format };
  const headers = await readHeaders(source);
  await saveImportHeaders(db, job, headers);
  const { mapping, places } = chooseColumns(headers, job.columns);
  const total = await countRows(source, settings.importMaxRows);
  await saveImportColumns(db, job, { columns: mapping, total });
  const portion = { from: job.rows_done, size: batchSize };
  for await (const batch of readBatches(source, places, portion)) {
    signal.throwIfAborted();
    await requireRoom(diskFolders, 'database');
    await importBatch(deps, job, batch);
  }
  if (!(await completeImport(deps, job))) {
    throw new ImportLost('the job is not held any more');
  }
  if (!job.validate_only) await importFiles.removeFile(job.id);
}

/** Decides between giving up, another try, and a try that a stop of the server cut off. */
async function settleFailure(
  deps: ImportDeps,
  job: ImportRow,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = deps;
  const importId = job.id;
  if (error instanceof ImportLost) {
    log.info({ importId }, 'an import of users was cancelled or taken over');
    return;
  }
  if (signal.aborted) {
    log.info({ importId }, 'an import of users was cut off, and will go on');
    await releaseImport(db, job, false, clock.now());
    throw error;
  }
  const disk = await findFullDisk(deps.diskFolders, error);
  if (disk) {
    await waitForRoom(deps, job, disk, signal);
    throw error;
  }
  const failure = findFailure(error);
  if (failure) return giveUp(deps, job, failure);
  log.warn({ err: error, importId }, 'an import of users met a fault');
  if (await isLastImportAttempt(db, job)) return giveUp(deps, job, serverFault);
  await releaseImport(db, job, true, clock.now());
  throw error;
}

async function giveUp(deps: ImportDeps, job: ImportRow, failure: Failure): Promise<void> {
  deps.log.info({ importId: job.id, failure: failure.code }, 'an import of users was given up');
  await failImport(deps, job, failure);
}

/**
 * Puts the job back into the queue until there is room; what was imported stays and is not imported
 * again.
 */
async function waitForRoom(
  deps: ImportDeps,
  job: ImportRow,
  disk: FullDisk,
  signal: AbortSignal,
): Promise<void> {
  const said = 'an import of users waits for room on a disk';
  const facts = { importId: job.id };
  const write = (wait: DiskWaitValues) => releaseImportToWait(deps.db, job, wait, deps.clock.now());
  await releaseToWait(deps, { disk, expectedBytes: 0, said, facts, write }, signal);
}

async function hasRoom({ db, diskFolders }: ImportDeps, importId: string): Promise<boolean> {
  const wait = await findImport(db, importId, null);
  return isRoomMade(diskFolders, wait, (freeBytes) => saveImportFreeBytes(db, importId, freeBytes));
}
