import { access, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type EncryptionScheme, type ProcessingStep, processingSteps } from '@prahari/contract';
import type { MediaTools } from '@prahari/media';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { type DiskFolders, leavingRoom } from '../../../platform/disk/disk-room.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { Log } from '../../../platform/log/log.ts';
import {
  filesOfPoster,
  mediaPrefixOf,
  pictureNames,
  picturesFolder,
  posterNameOf,
} from '../../delivery/index.ts';
import type { CatalogueRepository } from '../../videos/index.ts';
import type { Attempt, AttemptsRepository } from './attempts.repository.ts';
import { SourceMissing } from './failure.rules.ts';
import { AttemptLost, holdAttempt, type Turn } from './hold-attempt.usecases.ts';
import type { JobLogRepository } from './job-log.repository.ts';
import { type LessonFacts, readLessonFacts, readSegmentSeconds } from './lesson-facts.rules.ts';
import {
  type LessonSteps,
  laddersOf,
  lastRevisionOf,
  lowRevision,
  type StepRequest,
} from './lesson-steps.usecases.ts';
import {
  needsSource,
  type Published,
  publishedOf,
  type StatesOfSteps,
  stepsToDo,
} from './repeat-step.rules.ts';
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
  /** Removes replaced pictures, once their addresses are no longer in use. */
  retirePictures(trx: Trx, videoId: string, names: readonly string[]): Promise<void>;
  /** In which videos are encrypted from now on. */
  readonly schemes: readonly EncryptionScheme[];
  readonly diskFolders: DiskFolders;
}

export interface RunRequest {
  readonly attempt: Attempt;
  readonly inputPath: string;
  /** Of the job; survives a try. */
  readonly workDir: string;
  readonly tools: MediaTools;
  readonly signal: AbortSignal;
}

/** What is made, and how. */
interface Making extends Pick<StepRequest, 'schemes' | 'revisions' | 'published'> {
  readonly facts: LessonFacts;
}

type Outcome = { state: 'completed' | 'skipped'; result?: unknown; said: string };

/** Does what is still to be done of a job, step by step, and keeps each result as soon as it is whole. */
export function createRunSteps(deps: RunStepsDeps) {
  const { db, clock, attempts, steps, jobLog, videos, lesson } = deps;

  /** @throws AttemptLost when the job was cancelled or another try holds it */
  async function report(
    trx: Trx,
    attempt: Attempt,
    { step, ahead }: Turn,
    fraction: number,
  ): Promise<void> {
    const progress = overallProgress(step, fraction, ahead);
    const standing = { step, progress, speed: null, etaSeconds: null };
    if (!(await attempts.report(trx, attempt, standing, clock.now()))) throw lostOf(attempt);
  }

  async function enter(attempt: Attempt, turn: Turn): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await report(trx, attempt, turn, 0);
      await steps.start(trx, attempt.jobId, turn.step, clock.now());
    });
  }

  /** Makes what a step changes for others true together with its being finished. */
  async function settle(trx: Trx, turn: Turn, attempt: Attempt, making: Making) {
    const { facts, schemes, revisions, published } = making;
    const { videoId } = attempt;
    const now = clock.now();
    if (turn.step === 'poster') {
      await videos.notePoster(trx, videoId, revisions.poster);
      if (revisions.poster > 0) {
        const before = filesOfPoster(posterNameOf(revisions.poster - 1));
        await deps.retirePictures(trx, videoId, before);
      }
    }
    if (turn.step === 'publish_low') {
      const video = await videos.lockById(trx, videoId);
      if (video?.status !== 'ready') {
        const { durationSeconds } = facts;
        const mediaPrefix = mediaPrefixOf(videoId);
        const media = { mediaPrefix, mediaRevision: lowRevision, durationSeconds, schemes };
        const ready = await videos.markReady(trx, videoId, media, now);
        if (ready.published) await recordEvent(trx, 'video.published', { videoId }, now);
      }
    }
    if (turn.step === 'storyboard' && published.whole) {
      await videos.notePictures(trx, videoId, revisions.pictures);
      const before = pictureNames.map((name) => picturesFolder(name, revisions.pictures - 1));
      await deps.retirePictures(trx, videoId, before);
    }
    if (turn.step === 'publish') {
      await videos.completeMedia(trx, videoId, lastRevisionOf(facts), now);
    }
    // The first plan does not know the facts, and never ends with the probe.
    const isLast = turn.ahead.length === 0;
    if (isLast && !(await attempts.complete(trx, attempt, now))) throw lostOf(attempt);
  }

  async function finish(
    attempt: Attempt,
    turn: Turn,
    outcome: Outcome,
    making: Making,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const now = clock.now();
      const { step } = turn;
      await report(trx, attempt, turn, 1);
      const { state, result, said } = outcome;
      await steps.finish(trx, attempt.jobId, step, { state, result }, now);
      await attempts.noteProgress(trx, attempt);
      await jobLog.add(trx, attempt.jobId, { step, message: said }, now);
      await settle(trx, turn, attempt, making);
    });
  }

  /**
   * Chooses schemes and names. What joins an early publication goes by its schemes, even if others
   * were configured meanwhile; pictures that others could see are made again under the names of the
   * next revision.
   */
  async function goingBy(videoId: string, published: Published) {
    const video = published.low ? await videos.findById(db, videoId) : undefined;
    const { poster_revision = 0, pictures_revision = 0 } = video ?? {};
    return {
      schemes: video?.encryption_schemes ?? deps.schemes,
      revisions: {
        poster: published.low ? poster_revision + 1 : 0,
        pictures: published.whole ? pictures_revision + 1 : 0,
      },
    };
  }

  /** Plans what is left when the facts are known. */
  async function planFor(
    states: StatesOfSteps,
    resultDir: string,
    { facts, schemes }: Pick<Making, 'facts' | 'schemes'>,
  ) {
    const published = publishedOf(states);
    const isThere = (step: ProcessingStep) =>
      lesson.isInPlace(step, { resultDir, schemes }, facts, published);
    const places = await Promise.all(processingSteps.map(isThere));
    const inPlace = new Set(processingSteps.filter((_, index) => places[index]));
    return stepsToDo(states, (step) => inPlace.has(step));
  }

  return async function runSteps(request: RunRequest): Promise<void> {
    const { attempt, inputPath, workDir, tools } = request;
    const { jobId, videoId } = attempt;
    const resultDir = path.join(workDir, 'done');
    const scratchDir = path.join(workDir, `try-${attempt.number}`);
    await removeTries(workDir);
    await mkdir(resultDir, { recursive: true, mode: 0o700 });
    await mkdir(scratchDir, { mode: 0o700 });
    const hasSource = await access(inputPath).then(
      () => true,
      () => false,
    );
    const rows = await steps.ensure(db, jobId);
    const states = new Map(rows.map((row) => [row.step, row.state]));
    const { schemes, revisions } = await goingBy(videoId, publishedOf(states));
    const probed = rows.find(({ step }) => step === 'probe');

    async function take(turn: Turn, facts: LessonFacts | undefined): Promise<LessonFacts> {
      const { step } = turn;
      const published = publishedOf(states);
      if (!hasSource && needsSource(step, published)) throw new SourceMissing();
      await enter(attempt, turn);
      using hold = holdAttempt(deps, attempt, turn);
      const stepRequest: Omit<StepRequest, 'signal'> = {
        videoId,
        inputPath,
        hasSource,
        published,
        schemes,
        revisions,
        resultDir,
        scratchDir,
        tools,
        segmentSeconds: readSegmentSeconds(probed?.result),
        onProgress: hold.onProgress,
        onKept: () => attempts.noteProgress(db, attempt),
      };
      const begun = performance.now();
      const both = AbortSignal.any([request.signal, hold.signal]);
      const outcome = await leavingRoom(deps.diskFolders, both, (signal) =>
        doStep(step, { ...stepRequest, signal }, facts),
      ).catch((error: unknown) => {
        throw hold.signal.aborted ? lostOf(attempt) : error;
      });
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      const said = `${outcome.said} (${seconds} s)`;
      const making = { facts: outcome.facts, schemes, revisions, published };
      await finish(attempt, turn, { ...outcome, said }, making);
      states.set(step, outcome.state);
      return outcome.facts;
    }

    const known = isBehind(probed?.state) ? readLessonFacts(probed?.result) : undefined;
    const later = processingSteps.slice(1);
    const facts = known ?? (await take({ step: 'probe', ahead: later }, undefined));
    const left = await planFor(states, resultDir, { facts, schemes });
    for (const [index, step] of left.entries()) {
      await take({ step, ahead: left.slice(index + 1) }, facts);
    }
    if (left.length === 0) await attempts.complete(db, attempt, clock.now());
  };

  async function doStep(
    step: ProcessingStep,
    request: StepRequest,
    facts: LessonFacts | undefined,
  ): Promise<Outcome & { facts: LessonFacts }> {
    if (step === 'probe') {
      const { facts: found, said } = await lesson.probe(request);
      return { state: 'completed', result: found, said, facts: found };
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

/** Removes what earlier tries had not finished. */
async function removeTries(workDir: string): Promise<void> {
  const names = await readdir(workDir).catch(() => []);
  for (const name of names) {
    if (name !== 'done') await rm(path.join(workDir, name), { recursive: true, force: true });
  }
}
