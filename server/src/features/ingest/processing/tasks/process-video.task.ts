import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FullDisk } from '@prahari/contract';
import { MediaError } from '@prahari/media';
import * as z from 'zod/mini';
import {
  type DiskWaitValues,
  findFullDisk,
  isRoomMade,
  releaseToWait,
  writeWhenServed,
} from '../../../../platform/disk/disk-wait.ts';
import { recordEvent } from '../../../../platform/events/record-event.ts';
import { type JobKind, type JobRun, unlimited } from '../../../../platform/jobs/queue.ts';
import { formatMediaPrefix } from '../../../delivery/index.ts';
import { lockVideo } from '../../../videos/index.ts';
import type { WorkerDeps } from '../../ingest.deps.ts';
import { deleteKeysOfVideo } from '../../keys/content-keys.repository.ts';
import {
  type Attempt,
  beginAttempt,
  failJob,
  findJobDiskWait,
  findUnfinishedJobIds,
  isLastAttempt,
  recordJobFreeBytes,
  releaseJob,
  releaseJobToWait,
} from '../attempts.repository.ts';
import {
  describeFailure,
  type Failure,
  interruptedTooOften,
  isFaultOfFile,
  keptForRetryMs,
} from '../failure.rules.ts';
import { AttemptLost } from '../hold-attempt.usecases.ts';
import { insertJobLogLine } from '../job-log.repository.ts';
import { type RunStepsDeps, runSteps } from '../run-steps.usecases.ts';
import { interruptSteps } from '../steps.repository.ts';
import { markVideoFailed } from '../video-media.repository.ts';

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

type ProcessDeps = RunStepsDeps & Pick<WorkerDeps, 'uploadDir' | 'workDir'>;

/**
 * Runs one try of one job: what is left of the way from the uploaded file to the published video.
 */
export async function processVideo(
  deps: ProcessDeps,
  { data: { jobId }, signal }: Pick<JobRun<ProcessVideoData>, 'data' | 'signal'>,
): Promise<void> {
  const { db, clock } = deps;
  // The queue brings it again within seconds.
  if (!(await hasRoom(deps, jobId))) throw new Error(`job ${jobId} waits for room on the disk`);
  const attempt = await beginAttempt(db, jobId, clock.now());
  if (!attempt) return removeFilesOfEndedJob(deps, jobId);
  if (attempt.isTooMany) return giveUpJob(deps, attempt, interruptedTooOften, false);
  const inputPath = path.join(deps.uploadDir, attempt.sourceName);
  try {
    await runSteps(deps, { attempt, inputPath, workDir: workDirOf(deps, jobId), signal });
  } catch (error) {
    return settleFailure(deps, attempt, error, signal);
  }
  await removeFiles(deps, jobId, attempt.sourceName);
}

/** Decides between giving up, another try, and a try that a stop of the server cut off. */
async function settleFailure(
  deps: ProcessDeps,
  attempt: Attempt,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { db, log, storage } = deps;
  const { jobId, videoId } = attempt;
  const disk = await findFullDisk(deps.diskFolders, error);
  if (await writeWhenServed(() => isPurged(deps, videoId), signal)) {
    log.info({ jobId }, 'a video was removed while it was made ready');
    // What was published after that belongs to no video.
    await storage.removePrefix(formatMediaPrefix(videoId));
    return removeFiles(deps, jobId, attempt.sourceName);
  }
  if (error instanceof AttemptLost) {
    log.info({ jobId }, 'making a video ready was cancelled or taken over');
    return;
  }
  if (signal.aborted) {
    log.info({ jobId }, 'making a video ready was cut off, and will go on');
    await giveBackJob(deps, attempt, null);
    throw error;
  }
  if (error instanceof MediaError) {
    const { code: fault, log: toolOutput, message: reason } = error;
    log.info({ jobId, fault, reason, toolOutput }, 'a video was not made ready');
  } else {
    log.warn({ err: error, jobId }, 'a video was not made ready');
  }
  if (disk) {
    await waitForRoom(deps, attempt, disk, signal);
    throw error;
  }
  const failure = describeFailure(error);
  if (isFaultOfFile(error) || (await isLastAttempt(db, attempt))) {
    return giveUpJob(deps, attempt, failure, isFaultOfFile(error));
  }
  await giveBackJob(deps, attempt, failure);
  throw error;
}

async function giveUpJob(
  deps: ProcessDeps,
  attempt: Attempt,
  failure: Failure,
  isFinal: boolean,
): Promise<void> {
  const { jobId, videoId } = attempt;
  const ended = await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const keptUntil = isFinal ? null : new Date(now.getTime() + keptForRetryMs);
    if (!(await failJob(trx, attempt, failure, { now, keptUntil }))) return null;
    await interruptSteps(trx, jobId, 'failed');
    await insertJobLogLine(trx, jobId, { step: null, message: failure.message }, now);
    const isVideoLost = await markVideoFailed(trx, videoId, now);
    if (isVideoLost && isFinal) await deleteKeysOfVideo(trx, videoId);
    await recordEvent(trx, 'video.failed', { videoId, jobId, code: failure.code }, now);
    return { isVideoLost };
  });
  if (!ended) return;
  if (ended.isVideoLost) await deps.storage.removePrefix(formatMediaPrefix(videoId));
  if (isFinal) await removeFiles(deps, jobId, attempt.sourceName);
}

/**
 * Puts the job back into the queue, for another try.
 * @param failed what this try failed of; null where a stop of the server cut it off
 */
async function giveBackJob(
  { db, clock }: Pick<ProcessDeps, 'db' | 'clock'>,
  attempt: Attempt,
  failed: Failure | null,
): Promise<void> {
  const { jobId, number } = attempt;
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    if (!(await releaseJob(trx, attempt, failed !== null, now))) return;
    await interruptSteps(trx, jobId, 'waiting');
    if (!failed) return;
    const message = `try ${number} failed: ${failed.message}`;
    await insertJobLogLine(trx, jobId, { step: null, message }, now);
  });
}

/**
 * Puts the job back into the queue until there is clearly more room than when the disk was full.
 */
async function waitForRoom(
  deps: ProcessDeps,
  attempt: Attempt,
  disk: FullDisk,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = deps;
  const { jobId, number, sourceName } = attempt;
  const tryDir = path.join(workDirOf(deps, jobId), `try-${number}`);
  await rm(tryDir, { recursive: true, force: true });
  const source = await stat(path.join(deps.uploadDir, sourceName)).catch(() => undefined);
  const expectedBytes = source?.size ?? 0;
  const said = 'making a video ready waits for room on a disk';
  const write = (wait: DiskWaitValues) =>
    db.transaction().execute(async (trx) => {
      const now = clock.now();
      if (!(await releaseJobToWait(trx, attempt, wait, now))) return;
      await interruptSteps(trx, jobId, 'waiting');
      // A line more is more than a full database may take.
      if (disk === 'database') return;
      const { disk_wanted_bytes: wanted, disk_free_bytes: free } = wait;
      const message = `the disk is full: waits until ${wanted} bytes are free on it, of which ${free} are`;
      await insertJobLogLine(trx, jobId, { step: null, message }, now);
    });
  await releaseToWait(deps, { disk, expectedBytes, said, facts: { jobId }, write }, signal);
}

async function hasRoom(
  { db, diskFolders }: Pick<ProcessDeps, 'db' | 'diskFolders'>,
  jobId: string,
): Promise<boolean> {
  const wait = await findJobDiskWait(db, jobId);
  return isRoomMade(diskFolders, wait, (freeBytes) => recordJobFreeBytes(db, jobId, freeBytes));
}

/**
 * Tells whether the video was purged. A purge locks the row until all of it is gone: this waits for
 * that.
 */
async function isPurged({ db }: Pick<ProcessDeps, 'db'>, videoId: string): Promise<boolean> {
  const row = await db.transaction().execute((trx) => lockVideo(trx, videoId));
  return row === undefined;
}

/**
 * Removes what is left of a job that ended before its process did: its files may still be there,
 * and may be kept for another time.
 */
async function removeFilesOfEndedJob(deps: ProcessDeps, jobId: string): Promise<void> {
  const needed = await findUnfinishedJobIds(deps.db, [jobId], deps.clock.now());
  if (!needed.has(jobId)) await removeFiles(deps, jobId, `${jobId}.source`);
}

async function removeFiles(
  deps: Pick<ProcessDeps, 'uploadDir' | 'workDir'>,
  jobId: string,
  sourceName: string,
): Promise<void> {
  await rm(workDirOf(deps, jobId), { recursive: true, force: true });
  await rm(path.join(deps.uploadDir, sourceName), { force: true });
}

function workDirOf({ workDir }: Pick<ProcessDeps, 'workDir'>, jobId: string): string {
  return path.join(workDir, jobId);
}
