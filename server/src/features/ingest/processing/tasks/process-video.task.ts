import { rm } from 'node:fs/promises';
import path from 'node:path';
import { MediaError } from '@prahari/media';
import * as z from 'zod/mini';
import { recordEvent } from '../../../../platform/events/record-event.ts';
import { type HeldTrx, type Lease, settleLease } from '../../../../platform/jobs/lease.ts';
import { type JobKind, type JobRun, unlimited } from '../../../../platform/jobs/queue.ts';
import {
  type LeasedJob,
  type Release,
  runLeasedJob,
} from '../../../../platform/jobs/run-leased-job.ts';
import { formatMediaPrefix } from '../../../delivery/index.ts';
import type { WorkerDeps } from '../../ingest.deps.ts';
import { deleteKeysOfVideo } from '../../keys/content-keys.repository.ts';
import { removePartFiles } from '../../parts/part-files.usecases.ts';
import { removePartsOfJob } from '../../parts/parts.repository.ts';
import {
  type Attempt,
  beginAttempt,
  failJob,
  findUnfinishedJobIds,
  jobToLease,
  queueJob,
} from '../attempts.repository.ts';
import { clearPurged } from '../clear-purged.usecases.ts';
import { describeFailure, isFaultOfFile, keptForRetryMs } from '../failure.rules.ts';
import { insertJobLogLine } from '../job-log.repository.ts';
import { trackProgress } from '../progress-of-try.usecases.ts';
import { type RunStepsDeps, runSteps, type SourceFile } from '../run-steps.usecases.ts';
import { interruptSteps } from '../steps.repository.ts';
import { markVideoFailed } from '../video-media.repository.ts';

const dataSchema = z.object({ jobId: z.uuid() });
type ProcessVideoData = z.infer<typeof dataSchema>;

/**
 * The queue delivers the job again without limit; failures without progress are counted in the job
 * itself, so that even a try that died with its process ends in a visible state.
 */
export const processVideoKind: JobKind<ProcessVideoData> = {
  name: 'process-video',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: unlimited,
  retryDelayMaxSeconds: 10,
  expireSeconds: 24 * 3600,
};

type ProcessDeps = RunStepsDeps & Pick<WorkerDeps, 'store' | 'partStore' | 'workDir'>;

/** Runs one try of one job: the remaining steps from the uploaded file to the published video. */
export async function processVideo(
  deps: ProcessDeps,
  { data: { jobId }, signal }: Pick<JobRun<ProcessVideoData>, 'data' | 'signal'>,
): Promise<void> {
  const { clock, log } = deps;
  const progress = trackProgress(deps);
  const job: LeasedJob<Attempt> = {
    row: jobToLease(jobId),
    said: 'making a video ready',
    facts: { jobId },
    logsEachWait: true,
    begin: (trx, lease) => beginAttempt(trx, lease, jobId, clock.now()),
    async work(attempt, stopped) {
      const workDir = workDirOf(deps, jobId);
      const source = describeSource(deps, workDir, attempt.sourceName);
      await runSteps(deps, { attempt, source, workDir, progress, signal: stopped });
    },
    beat: (_attempt, trx) => progress.record(trx, jobId),
    clearEnded: (attempt) => removeFilesOfEndedJob(deps, jobId, attempt?.sourceName),
    async clearUnwanted({ videoId, sourceName }, stopped) {
      if (!(await clearPurged(deps, videoId, stopped))) return false;
      log.info({ jobId }, 'a video was removed while it was made ready');
      await removeFiles(deps, jobId, sourceName);
      return true;
    },
    logFailure(error) {
      if (error instanceof MediaError) {
        const { code: fault, log: toolOutput, message: reason } = error;
        log.info({ jobId, fault, reason, toolOutput }, 'a video was not made ready');
      } else {
        log.warn({ err: error, jobId }, 'a video was not made ready');
      }
    },
    isFinal: isFaultOfFile,
    async prepareWait({ sourceName, lease }) {
      const tryDir = path.join(workDirOf(deps, jobId), `try-${lease.fence}`);
      await rm(tryDir, { recursive: true, force: true });
      // Where the store does not answer, the next try finds out.
      return (await deps.store.sizeOf(sourceName).catch(() => null)) ?? 0;
    },
    release: (trx, { lease }, why) => giveJobBack(trx, { jobId, lease }, why, clock.now()),
    giveUp: (attempt, error) => giveJobUp(deps, attempt, error),
  };
  await runLeasedJob(deps, job, signal);
}

async function giveJobUp(deps: ProcessDeps, attempt: Attempt, error: unknown): Promise<void> {
  const { jobId, videoId, lease } = attempt;
  const isFinal = isFaultOfFile(error);
  const failure = describeFailure(error);
  const isVideoLost = await settleLease(deps.db, lease, async (trx) => {
    const now = deps.clock.now();
    const keptUntil = isFinal ? null : new Date(now.getTime() + keptForRetryMs);
    await failJob(trx, jobId, failure, { now, keptUntil });
    await removePartsOfJob(trx, jobId);
    await interruptSteps(trx, jobId, 'failed');
    await insertJobLogLine(trx, jobId, { step: null, message: failure.message }, now);
    const isLost = await markVideoFailed(trx, videoId, now);
    if (isLost && isFinal) await deleteKeysOfVideo(trx, videoId);
    await recordEvent(trx, 'video.failed', { videoId, jobId, code: failure.code }, now);
    return isLost;
  });
  if (isVideoLost) await deps.storage.removePrefix(formatMediaPrefix(videoId));
  if (isFinal) await removeFiles(deps, jobId, attempt.sourceName);
  else await removePartFiles(deps, jobId);
}

/** Puts the job back into the queue, for another try. */
async function giveJobBack(
  trx: HeldTrx,
  { jobId, lease }: Pick<Attempt, 'jobId' | 'lease'>,
  why: Release,
  now: Date,
): Promise<void> {
  await queueJob(trx, jobId, now);
  await interruptSteps(trx, jobId, 'waiting');
  const message = describeRelease(lease, why);
  if (message !== null) await insertJobLogLine(trx, jobId, { step: null, message }, now);
}

/** Returns the line for the log of the job; null for none. */
function describeRelease({ attempt }: Lease, why: Release): string | null {
  if (why.kind === 'failed') return `try ${attempt} failed: ${describeFailure(why.error).message}`;
  // A full database may not accept another line.
  if (why.kind === 'cut-off' || why.disk === 'database') return null;
  const { disk_wanted_bytes: wanted, disk_free_bytes: free } = why.wait;
  return `the disk is full: waits until ${wanted} bytes are free on it, of which ${free} are`;
}

/**
 * Removes the leftovers of an ended job, if only before its process did: its files may be kept for
 * another time.
 */
async function removeFilesOfEndedJob(
  deps: ProcessDeps,
  jobId: string,
  sourceName = `${jobId}.source`,
): Promise<void> {
  const needed = await findUnfinishedJobIds(deps.db, [jobId], deps.clock.now());
  if (!needed.has(jobId)) await removeFiles(deps, jobId, sourceName);
}

async function removeFiles(
  deps: Pick<ProcessDeps, 'store' | 'partStore' | 'clock' | 'workDir'>,
  jobId: string,
  sourceName: string,
): Promise<void> {
  await removePartFiles(deps, jobId);
  await rm(workDirOf(deps, jobId), { recursive: true, force: true });
  await deps.store.remove(sourceName);
}

function describeSource(
  { store }: Pick<ProcessDeps, 'store'>,
  workDir: string,
  sourceName: string,
): SourceFile {
  const copy = path.join(workDir, 'source', sourceName);
  return {
    isKept: async () => (await store.sizeOf(sourceName)) !== null,
    fetch: (signal) => store.fetch(sourceName, copy, signal),
  };
}

function workDirOf({ workDir }: Pick<ProcessDeps, 'workDir'>, jobId: string): string {
  return path.join(workDir, jobId);
}
