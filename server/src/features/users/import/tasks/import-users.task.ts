import { access } from 'node:fs/promises';
import type { FullDisk } from '@prahari/contract';
import * as z from 'zod/mini';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Db } from '../../../../platform/db/database.ts';
import { type DiskFolders, requireRoom } from '../../../../platform/disk/disk-room.ts';
import {
  type DiskWaitValues,
  findFullDisk,
  isRoomMade,
  releaseToWait,
} from '../../../../platform/disk/disk-wait.ts';
import { type JobKind, type JobRun, unlimited } from '../../../../platform/jobs/queue.ts';
import type { Log } from '../../../../platform/log/log.ts';
import type { EndImport } from '../end-import.usecases.ts';
import {
  type Failure,
  failureOf,
  interruptedTooOften,
  serverFault,
  sourceMissing,
} from '../failure.rules.ts';
import { type ImportBatch, ImportLost } from '../import-batch.usecases.ts';
import type { ImportFiles } from '../import-files.adapter.ts';
import type { ImportJobsRepository, ImportRow } from '../import-jobs.repository.ts';
import { batchesOf, chooseColumns, countRows, readHeaders } from '../read-sheet.usecases.ts';

const dataSchema = z.object({ importId: z.uuid() });
type ImportUsersData = z.infer<typeof dataSchema>;

/** How often it may fail without getting further is counted with the job itself, where people see it. */
export const importUsersKind: JobKind<ImportUsersData> = {
  name: 'import-users',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: unlimited,
  retryDelayMaxSeconds: 10,
  expireSeconds: 6 * 3600,
};

/** Rows that are imported in one transaction. */
const batchSize = 500;

/** Runs one try of one import, or of a dry run, from where the last committed batch ended. */
export function createImportUsers(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: ImportJobsRepository;
  readonly files: ImportFiles;
  readonly importBatch: ImportBatch;
  readonly endImport: EndImport;
  readonly maxRows: number;
  readonly diskFolders: DiskFolders;
}) {
  const { db, clock, log, jobs, files } = deps;

  async function importRows(job: ImportRow, signal: AbortSignal): Promise<void> {
    const source = { file: files.pathOf(job.id), format: job.format };
    const headers = await readHeaders(source);
    await jobs.noteHeaders(db, job, headers);
    const { mapping, places } = chooseColumns(headers, job.columns);
    const total = await countRows(source, deps.maxRows);
    await jobs.noteColumns(db, job, { columns: mapping, total });
    const portion = { from: job.rows_done, size: batchSize };
    for await (const batch of batchesOf(source, places, portion)) {
      signal.throwIfAborted();
      await requireRoom(deps.diskFolders, 'database');
      await deps.importBatch(job, batch);
    }
    if (!(await deps.endImport.complete(job))) {
      throw new ImportLost('the job is not held any more');
    }
    if (!job.validate_only) await files.remove(job.id);
  }

  async function giveUp(job: ImportRow, failure: Failure): Promise<void> {
    log.info({ importId: job.id, failure: failure.code }, 'an import of users was given up');
    await deps.endImport.fail(job, failure);
  }

  /**
   * Puts the job back into the queue until there is room; what was imported stays and is not
   * imported again.
   */
  async function waitForRoom(job: ImportRow, disk: FullDisk, signal: AbortSignal): Promise<void> {
    const said = 'an import of users waits for room on a disk';
    const facts = { importId: job.id };
    const write = (wait: DiskWaitValues) => jobs.releaseToWait(db, job, wait, clock.now());
    await releaseToWait(deps, { disk, expectedBytes: 0, said, facts, write }, signal);
  }

  async function hasRoom(importId: string): Promise<boolean> {
    const wait = await jobs.find(db, importId, null);
    return isRoomMade(deps.diskFolders, wait, (freeBytes) =>
      jobs.noteFreeBytes(db, importId, freeBytes),
    );
  }

  /** Decides between giving up, another try, and a try that a stop of the server cut off. */
  async function settleFailure(job: ImportRow, error: unknown, signal: AbortSignal): Promise<void> {
    const importId = job.id;
    if (error instanceof ImportLost) {
      log.info({ importId }, 'an import of users was cancelled or taken over');
      return;
    }
    if (signal.aborted) {
      log.info({ importId }, 'an import of users was cut off, and will go on');
      await jobs.release(db, job, false, clock.now());
      throw error;
    }
    const disk = await findFullDisk(deps.diskFolders, error);
    if (disk) {
      await waitForRoom(job, disk, signal);
      throw error;
    }
    const failure = failureOf(error);
    if (failure) return giveUp(job, failure);
    log.warn({ err: error, importId }, 'an import of users met a fault');
    if (await jobs.isLast(db, job)) return giveUp(job, serverFault);
    await jobs.release(db, job, true, clock.now());
    throw error;
  }

  return async function importUsers({ data, signal }: JobRun<ImportUsersData>): Promise<void> {
    const { importId } = data;
    // The queue brings it again within seconds.
    if (!(await hasRoom(importId))) throw new Error(`import ${importId} waits for room on a disk`);
    const job = await jobs.begin(db, importId, clock.now());
    if (!job) return;
    if (job.attempts > job.attempt_limit) return giveUp(job, interruptedTooOften);
    const isThere = await access(files.pathOf(job.id)).then(
      () => true,
      () => false,
    );
    if (!isThere) return giveUp(job, sourceMissing);
    await importRows(job, signal).catch((error: unknown) => settleFailure(job, error, signal));
  };
}
