import { access, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { MediaError, type MediaTools } from '@prahari/media';
import * as z from 'zod/mini';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Db } from '../../../../platform/db/database.ts';
import { recordEvent } from '../../../../platform/events/record-event.ts';
import type { JobKind, JobRun } from '../../../../platform/jobs/queue.ts';
import type { Log } from '../../../../platform/log/log.ts';
import type { ObjectStorage } from '../../../../platform/storage/storage.ts';
import type { CatalogueRepository } from '../../catalogue/index.ts';
import { mediaPrefixOf } from '../../media-prefix.rules.ts';
import type { Attempt, AttemptsRepository } from '../attempts.repository.ts';
import type { ContentKeysRepository } from '../content-keys.repository.ts';
import type { ContentKeyring } from '../content-keys.usecases.ts';
import {
  type Failure,
  failureOf,
  interruptedTooOften,
  isFaultOfFile,
  maxAttempts,
  sourceMissing,
} from '../failure.rules.ts';
import { type Lesson, makeLesson } from '../make-lesson.usecases.ts';
import { AttemptLost, createProgressReport } from '../report-progress.usecases.ts';

const dataSchema = z.object({ jobId: z.uuid() });
type ProcessVideoData = z.infer<typeof dataSchema>;

/**
 * The queue brings the job again as often as it takes; how often it may fail is counted with the
 * job itself, so that also a try that died with its process ends in a state that people see.
 */
export const processVideoKind: JobKind<ProcessVideoData> = {
  name: 'process-video',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: 1000,
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
  readonly contentKeys: ContentKeyring;
  readonly uploadDir: string;
  readonly workDir: string;
}

/** One try of one job, from the uploaded file to the published lesson. */
export function createProcessVideo(deps: ProcessVideoDeps, tools: MediaTools) {
  const { db, clock, log, attempts } = deps;
  const workDirOf = (jobId: string) => path.join(deps.workDir, jobId);

  async function removeFiles(jobId: string, sourceName: string): Promise<void> {
    await rm(workDirOf(jobId), { recursive: true, force: true });
    await rm(path.join(deps.uploadDir, sourceName), { force: true });
  }

  async function complete(attempt: Attempt, lesson: Lesson): Promise<void> {
    const { videoId } = attempt;
    await db.transaction().execute(async (trx) => {
      const now = clock.now();
      if (!(await attempts.complete(trx, attempt, now)))
        throw new AttemptLost('job was taken over');
      const video = await deps.videos.markReady(trx, videoId, lesson, now);
      if (video.published) await recordEvent(trx, 'video.published', { videoId }, now);
    });
  }

  async function giveUp(attempt: Attempt, failure: Failure): Promise<void> {
    const { jobId, videoId } = attempt;
    const isOurs = await db.transaction().execute(async (trx) => {
      const now = clock.now();
      if (!(await attempts.fail(trx, attempt, failure, now))) return false;
      await deps.videos.markFailed(trx, videoId, now);
      await deps.keys.removeOf(trx, videoId);
      await recordEvent(trx, 'video.failed', { videoId, jobId, code: failure.code }, now);
      return true;
    });
    if (!isOurs) return;
    await deps.storage.removePrefix(mediaPrefixOf(videoId));
    await removeFiles(jobId, attempt.sourceName);
  }

  /** Decides between giving up, another try, and a try that a stop of the server cut off. */
  async function settleFailure(attempt: Attempt, error: unknown, signal: AbortSignal) {
    const { jobId } = attempt;
    if (signal.aborted) {
      log.info({ jobId }, 'making a video ready was cut off, and will begin anew');
      await attempts.release(db, attempt, false, clock.now());
      throw error;
    }
    if (error instanceof MediaError) {
      const { code: fault, log: toolOutput, message: reason } = error;
      log.info({ jobId, fault, reason, toolOutput }, 'a video was not made ready');
    } else {
      log.warn({ err: error, jobId }, 'a video was not made ready');
    }
    if (isFaultOfFile(error) || attempt.number >= maxAttempts) {
      return giveUp(attempt, failureOf(error));
    }
    await attempts.release(db, attempt, true, clock.now());
    throw error;
  }

  return async function processVideo({ data, signal }: JobRun<ProcessVideoData>): Promise<void> {
    const { jobId } = data;
    const attempt = await attempts.begin(db, jobId, clock.now());
    // It ended before its process did: only its files may still be there.
    if (!attempt) return removeFiles(jobId, `${jobId}.source`);
    if (attempt.number > maxAttempts) return giveUp(attempt, interruptedTooOften);
    const inputPath = path.join(deps.uploadDir, attempt.sourceName);
    if (!(await isThere(inputPath))) return giveUp(attempt, sourceMissing);
    await rm(workDirOf(jobId), { recursive: true, force: true });
    const workDir = path.join(workDirOf(jobId), String(attempt.number));
    await mkdir(workDir, { recursive: true, mode: 0o700 });
    try {
      const { videoId } = attempt;
      const report = createProgressReport(deps, attempt);
      const request = { videoId, inputPath, workDir, tools, report, signal };
      await complete(attempt, await makeLesson(deps, request));
    } catch (error) {
      return settleFailure(attempt, error, signal);
    }
    await removeFiles(jobId, attempt.sourceName);
  };
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
