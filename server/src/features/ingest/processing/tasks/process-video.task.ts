import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FullDisk } from '@prahari/contract';
import { MediaError, type MediaTools } from '@prahari/media';
import * as z from 'zod/mini';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { DiskFolders } from '../../../../platform/disk/disk-room.ts';
import {
  type DiskWaitValues,
  findFullDisk,
  isRoomMade,
  releaseToWait,
  writeWhenServed,
} from '../../../../platform/disk/disk-wait.ts';
import { recordEvent } from '../../../../platform/events/record-event.ts';
import { type JobKind, type JobRun, unlimited } from '../../../../platform/jobs/queue.ts';
import type { Log } from '../../../../platform/log/log.ts';
import type { ObjectStorage } from '../../../../platform/storage/storage.ts';
import { mediaPrefixOf } from '../../../delivery/index.ts';
import type { CatalogueRepository } from '../../../videos/index.ts';
import type { ContentKeysRepository } from '../../keys/content-keys.repository.ts';
import type { Attempt, AttemptsRepository } from '../attempts.repository.ts';
import {
  type Failure,
  failureOf,
  interruptedTooOften,
  isFaultOfFile,
  keptForRetryMs,
} from '../failure.rules.ts';
import { AttemptLost } from '../hold-attempt.usecases.ts';
import type { JobLogRepository } from '../job-log.repository.ts';
import type { createRunSteps } from '../run-steps.usecases.ts';
import type { StepsRepository } from '../steps.repository.ts';

const dataSchema = z.object({ jobId: z.uuid() });
type ProcessVideoData = z.infer<typeof dataSchema>;

/**
 * The queue brings the job again as often as it takes; how often it may fail without getting further
 * is counted with the job itself, so that also a try that died with its process ends in a state that
 * people see.
 */
export const processVideoKind: JobKind<ProcessVideoData> = {
  name: 'process-video',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: unlimited,
  retryDelayMaxSeconds: 10,
  expireSeconds: 24 * 3600,
};

export interface ProcessVideoDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: ObjectStorage;
  readonly attempts: AttemptsRepository;
  readonly videos: CatalogueRepository;
  readonly keys: ContentKeysRepository;
  readonly steps: StepsRepository;
  readonly jobLog: JobLogRepository;
  readonly runSteps: ReturnType<typeof createRunSteps>;
  readonly uploadDir: string;
  readonly workDir: string;
  readonly diskFolders: DiskFolders;
}

/**
 * Runs one try of one job: what is left of the way from the uploaded file to the published lesson.
 */
export function createProcessVideo(deps: ProcessVideoDeps, tools: MediaTools) {
  const { db, clock, log, attempts } = deps;
  const workDirOf = (jobId: string) => path.join(deps.workDir, jobId);

  /**
   * Puts the job back into the queue until there is clearly more room than when the disk was full.
   */
  async function waitForRoom(attempt: Attempt, disk: FullDisk, signal: AbortSignal): Promise<void> {
    const { jobId, number, sourceName } = attempt;
    await rm(path.join(workDirOf(jobId), `try-${number}`), { recursive: true, force: true });
    const source = await stat(path.join(deps.uploadDir, sourceName)).catch(() => undefined);
    const expectedBytes = source?.size ?? 0;
    const said = 'making a video ready waits for room on a disk';
    const write = (wait: DiskWaitValues) =>
      db.transaction().execute(async (trx) => {
        const now = clock.now();
        if (!(await attempts.releaseToWait(trx, attempt, wait, now))) return;
        await deps.steps.interrupt(trx, jobId, 'waiting');
        // A line more is more than a full database may take.
        if (disk === 'database') return;
        const { disk_wanted_bytes: wanted, disk_free_bytes: free } = wait;
        const message = `the disk is full: waits until ${wanted} bytes are free on it, of which ${free} are`;
        await deps.jobLog.add(trx, jobId, { step: null, message }, now);
      });
    await releaseToWait(deps, { disk, expectedBytes, said, facts: { jobId }, write }, signal);
  }

  async function hasRoom(jobId: string): Promise<boolean> {
    const wait = await attempts.diskWait(db, jobId);
    return isRoomMade(deps.diskFolders, wait, (freeBytes) =>
      attempts.noteFreeBytes(db, jobId, freeBytes),
    );
  }

  async function removeFiles(jobId: string, sourceName: string): Promise<void> {
    await rm(workDirOf(jobId), { recursive: true, force: true });
    await rm(path.join(deps.uploadDir, sourceName), { force: true });
  }

  /** It ended before its process did: its files may still be there, and may be kept for another time. */
  async function removeFilesOfEnded(jobId: string): Promise<void> {
    const needed = await attempts.unfinished(db, [jobId], clock.now());
    if (!needed.has(jobId)) await removeFiles(jobId, `${jobId}.source`);
  }

  async function giveUp(attempt: Attempt, failure: Failure, isFinal: boolean): Promise<void> {
    const { jobId, videoId } = attempt;
    const ended = await db.transaction().execute(async (trx) => {
      const now = clock.now();
      const keptUntil = isFinal ? null : new Date(now.getTime() + keptForRetryMs);
      if (!(await attempts.fail(trx, attempt, failure, { now, keptUntil }))) return null;
      await deps.steps.interrupt(trx, jobId, 'failed');
      await deps.jobLog.add(trx, jobId, { step: null, message: failure.message }, now);
      const isVideoLost = await deps.videos.markFailed(trx, videoId, now);
      if (isVideoLost && isFinal) await deps.keys.removeOf(trx, videoId);
      await recordEvent(trx, 'video.failed', { videoId, jobId, code: failure.code }, now);
      return { isVideoLost };
    });
    if (!ended) return;
    if (ended.isVideoLost) await deps.storage.removePrefix(mediaPrefixOf(videoId));
    if (isFinal) await removeFiles(jobId, attempt.sourceName);
  }

  /**
   * Puts the job back into the queue, for another try.
   * @param failed what this try failed of; null where a stop of the server cut it off
   */
  async function giveBack(attempt: Attempt, failed: Failure | null): Promise<void> {
    const { jobId, number } = attempt;
    await db.transaction().execute(async (trx) => {
      const now = clock.now();
      if (!(await attempts.release(trx, attempt, failed !== null, now))) return;
      await deps.steps.interrupt(trx, jobId, 'waiting');
      if (!failed) return;
      const message = `try ${number} failed: ${failed.message}`;
      await deps.jobLog.add(trx, jobId, { step: null, message }, now);
    });
  }

  /**
   * Tells whether the video was removed for good. A removal locks the row until all of it is gone:
   * this waits for that.
   */
  async function isRemoved(videoId: string): Promise<boolean> {
    const row = await db.transaction().execute((trx) => deps.videos.lockById(trx, videoId));
    return row === undefined;
  }

  /** Decides between giving up, another try, and a try that a stop of the server cut off. */
  async function settleFailure(attempt: Attempt, error: unknown, signal: AbortSignal) {
    const { jobId, videoId } = attempt;
    const disk = await findFullDisk(deps.diskFolders, error);
    if (await writeWhenServed(() => isRemoved(videoId), signal)) {
      log.info({ jobId }, 'a video was removed while it was made ready');
      // What was published after that belongs to no video.
      await deps.storage.removePrefix(mediaPrefixOf(videoId));
      return removeFiles(jobId, attempt.sourceName);
    }
    if (error instanceof AttemptLost) {
      log.info({ jobId }, 'making a video ready was cancelled or taken over');
      return;
    }
    if (signal.aborted) {
      log.info({ jobId }, 'making a video ready was cut off, and will go on');
      await giveBack(attempt, null);
      throw error;
    }
    if (error instanceof MediaError) {
      const { code: fault, log: toolOutput, message: reason } = error;
      log.info({ jobId, fault, reason, toolOutput }, 'a video was not made ready');
    } else {
      log.warn({ err: error, jobId }, 'a video was not made ready');
    }
    if (disk) {
      await waitForRoom(attempt, disk, signal);
      throw error;
    }
    const failure = failureOf(error);
    if (isFaultOfFile(error) || (await attempts.isLast(db, attempt))) {
      return giveUp(attempt, failure, isFaultOfFile(error));
    }
    await giveBack(attempt, failure);
    throw error;
  }

  return async function processVideo({ data, signal }: JobRun<ProcessVideoData>): Promise<void> {
    const { jobId } = data;
    // The queue brings it again within seconds.
    if (!(await hasRoom(jobId))) throw new Error(`job ${jobId} waits for room on the disk`);
    const attempt = await attempts.begin(db, jobId, clock.now());
    if (!attempt) return removeFilesOfEnded(jobId);
    if (attempt.isTooMany) return giveUp(attempt, interruptedTooOften, false);
    const inputPath = path.join(deps.uploadDir, attempt.sourceName);
    try {
      await deps.runSteps({ attempt, inputPath, workDir: workDirOf(jobId), tools, signal });
    } catch (error) {
      return settleFailure(attempt, error, signal);
    }
    await removeFiles(jobId, attempt.sourceName);
  };
}
