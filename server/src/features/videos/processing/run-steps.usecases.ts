import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type ProcessingStep, processingSteps } from '@prahari/contract';
import type { MediaTools, SourceFacts } from '@prahari/media';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { CatalogueRepository } from '../catalogue/index.ts';
import { mediaPrefixOf } from '../media-prefix.rules.ts';
import type { Attempt, AttemptsRepository } from './attempts.repository.ts';
import { AttemptLost, holdAttempt } from './hold-attempt.usecases.ts';
import type { JobLogRepository } from './job-log.repository.ts';
import {
  type LessonSteps,
  laddersOf,
  lastRevisionOf,
  lowRevision,
  type StepRequest,
} from './lesson-steps.usecases.ts';
import { describeSource, readSourceFacts } from './source-facts.rules.ts';
import type { StepsRepository } from './steps.repository.ts';
import { isBehind, isSkipped, overallProgress } from './steps.rules.ts';

export interface RunStepsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly attempts: AttemptsRepository;
  readonly steps: StepsRepository;
  readonly jobLog: JobLogRepository;
  readonly videos: CatalogueRepository;
  readonly lesson: LessonSteps;
}

export interface RunRequest {
  readonly attempt: Attempt;
  readonly inputPath: string;
  /** Of the job; survives a try. */
  readonly workDir: string;
  readonly tools: MediaTools;
  readonly signal: AbortSignal;
}

type Outcome = { state: 'completed' | 'skipped'; result?: unknown; said: string };

/** Does what is still to be done of a job, step by step, and keeps each result as soon as it is whole. */
export function createRunSteps(deps: RunStepsDeps) {
  const { db, clock, attempts, steps, jobLog, videos, lesson } = deps;

  /** @throws AttemptLost when the job was cancelled or another try holds it */
  async function enter(attempt: Attempt, step: ProcessingStep): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const now = clock.now();
      const standing = { step, progress: overallProgress(step, 0), speed: null, etaSeconds: null };
      if (!(await attempts.report(trx, attempt, standing, now))) throw lostOf(attempt);
      await steps.start(trx, attempt.jobId, step, now);
    });
  }

  /** What a step changes for others becomes true together with its being finished. */
  async function settle(trx: Trx, step: ProcessingStep, attempt: Attempt, facts: SourceFacts) {
    const { videoId } = attempt;
    const now = clock.now();
    if (step === 'publish_low') {
      const video = await videos.lockById(trx, videoId);
      if (video?.status === 'ready') return;
      const { durationSeconds } = facts;
      const mediaPrefix = mediaPrefixOf(videoId);
      const media = { mediaPrefix, mediaRevision: lowRevision, durationSeconds };
      const ready = await videos.markReady(trx, videoId, media, now);
      if (ready.published) await recordEvent(trx, 'video.published', { videoId }, now);
    }
    if (step === 'publish') {
      await videos.setMediaRevision(trx, videoId, lastRevisionOf(facts), now);
      if (!(await attempts.complete(trx, attempt, now))) throw lostOf(attempt);
    }
  }

  async function finish(
    { attempt, step }: { attempt: Attempt; step: ProcessingStep },
    outcome: Outcome,
    facts: SourceFacts,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const now = clock.now();
      const standing = { step, progress: overallProgress(step, 1), speed: null, etaSeconds: null };
      if (!(await attempts.report(trx, attempt, standing, now))) throw lostOf(attempt);
      const { state, result, said } = outcome;
      await steps.finish(trx, attempt.jobId, step, { state, result }, now);
      await jobLog.add(trx, attempt.jobId, { step, message: said }, now);
      await settle(trx, step, attempt, facts);
    });
  }

  return async function runSteps(request: RunRequest): Promise<void> {
    const { attempt, inputPath, workDir, tools } = request;
    const { jobId, videoId } = attempt;
    const resultDir = path.join(workDir, 'done');
    const scratchDir = path.join(workDir, `try-${attempt.number}`);
    await removeTries(workDir);
    await mkdir(resultDir, { recursive: true, mode: 0o700 });
    await mkdir(scratchDir, { mode: 0o700 });

    const before = new Map((await steps.ensure(db, jobId)).map((row) => [row.step, row]));
    const probed = before.get('probe');
    let facts = isBehind(probed?.state) ? readSourceFacts(probed?.result) : undefined;
    const published = { low: before.get('publish_low')?.state === 'completed' };

    for (const step of processingSteps) {
      const isDone = facts !== undefined && isBehind(before.get(step)?.state);
      if (facts && isDone && (await lesson.isInPlace(step, { resultDir }, facts, published))) {
        continue;
      }
      await enter(attempt, step);
      using hold = holdAttempt(deps, attempt, step);
      const stepRequest: StepRequest = {
        ...{ videoId, inputPath, resultDir, scratchDir, tools },
        signal: AbortSignal.any([request.signal, hold.signal]),
        onProgress: hold.onProgress,
      };
      const begun = performance.now();
      const outcome = await doStep(step, stepRequest, facts).catch((error: unknown) => {
        throw hold.signal.aborted ? lostOf(attempt) : error;
      });
      facts = outcome.facts;
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      const said = `${outcome.said} (${seconds} s)`;
      await finish({ attempt, step }, { ...outcome, said }, facts);
    }
  };

  async function doStep(
    step: ProcessingStep,
    request: StepRequest,
    facts: SourceFacts | undefined,
  ): Promise<Outcome & { facts: SourceFacts }> {
    if (step === 'probe') {
      const found = await lesson.probe(request);
      return { state: 'completed', result: found, said: describeSource(found), facts: found };
    }
    if (!facts) throw new Error(`${step} needs the facts of the probe`);
    if (isSkipped(step, laddersOf(facts).high)) {
      return { state: 'skipped', said: 'not needed for a source of this size', facts };
    }
    return { state: 'completed', said: await lesson.run(step, request, facts), facts };
  }
}

function lostOf({ jobId }: Attempt): AttemptLost {
  return new AttemptLost(`job ${jobId} was cancelled or taken over`);
}

/** What earlier tries had not finished. */
async function removeTries(workDir: string): Promise<void> {
  const names = await readdir(workDir).catch(() => []);
  for (const name of names) {
    if (name !== 'done') await rm(path.join(workDir, name), { recursive: true, force: true });
  }
}
