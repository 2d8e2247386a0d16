import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ProcessingStep, processingSteps } from '@prahari/contract';
import type { Trx } from '../../../platform/db/database.ts';
import { runLeavingRoom } from '../../../platform/disk/disk-room.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import {
  type HeldTrx,
  restartTryCount,
  settleLease,
  writeWithLease,
} from '../../../platform/jobs/lease.ts';
import {
  formatMediaPrefix,
  formatPicturesFolder,
  formatPosterName,
  listPosterFiles,
  pictureNames,
} from '../../delivery/index.ts';
import { findVideo, lockVideo } from '../../videos/index.ts';
import type { WorkerDeps } from '../ingest.deps.ts';
import type { StepRow } from '../ingest.tables.ts';
import type { PartStep } from '../parts/parts.repository.ts';
import { isHelperFolder } from '../parts/parts.rules.ts';
import { clearParts, createCrew } from '../parts/share-parts.usecases.ts';
import { schedulePictureRemoval } from '../pictures/tasks/remove-pictures.task.ts';
import { type Attempt, completeJob, recordJobProgress } from './attempts.repository.ts';
import {
  computeLastRevision,
  doStep,
  isInPlace,
  lowRevision,
  probeSource,
  type StepDeps,
  type StepRequest,
} from './do-step.usecases.ts';
import { SourceMissing } from './failure.rules.ts';
import { planLadders } from './find-ladder.usecases.ts';
import { insertJobLogLine } from './job-log.repository.ts';
import type { ProgressOfTry, Turn } from './progress-of-try.usecases.ts';
import {
  findPublished,
  isSourceNeeded,
  isSourceRead,
  type Published,
  planStepsToDo,
  type StatesOfSteps,
} from './repeat-step.rules.ts';
import { ensureSteps, finishStep, startStep } from './steps.repository.ts';
import { computeOverallProgress, isStepDone, isStepSkipped } from './steps.rules.ts';
import { parseSegmentSeconds, parseVideoFacts, type VideoFacts } from './video-facts.rules.ts';
import {
  completeMedia,
  markVideoReady,
  recordMadePictures,
  recordMadePoster,
} from './video-media.repository.ts';

export type RunStepsDeps = StepDeps &
  Pick<WorkerDeps, 'queue' | 'schemes' | 'diskFolders' | 'partStore'>;

/** The uploaded file of a job. */
export interface SourceFile {
  isKept(): Promise<boolean>;
  /** Makes it readable here. @returns its path; null when it was removed */
  fetch(signal: AbortSignal): Promise<string | null>;
}

export interface RunRequest {
  readonly attempt: Attempt;
  readonly source: SourceFile;
  /** Of the job; survives a try. */
  readonly workDir: string;
  /** Recorded while a step is under way. */
  readonly progress: ProgressOfTry;
  /** Aborts when the lease is lost, too. */
  readonly signal: AbortSignal;
}

/** One try of a job, and the state at its beginning. */
interface Run extends Pick<RunRequest, 'attempt' | 'source' | 'progress' | 'signal'> {
  readonly resultDir: string;
  readonly scratchDir: string;
  readonly hasSource: boolean;
  /** By step, the try that finished it. */
  readonly finishedIn: ReadonlyMap<ProcessingStep, number>;
  /** Changed as steps are finished. */
  readonly states: Map<ProcessingStep, StepRow['state']>;
  readonly choice: Choice;
  readonly segmentSeconds: number | undefined;
}

/** Under which schemes and names the results of a job are published. */
type Choice = Pick<StepRequest, 'schemes' | 'revisions'>;

interface Outcome {
  readonly state: 'completed' | 'skipped';
  /** The result that is stored with the step. */
  readonly result?: unknown;
  readonly said: string;
  readonly facts: VideoFacts;
}

/**
 * Does the remaining steps of a job, and keeps each result as soon as it is complete.
 * @throws LeaseLost when the job was cancelled or another try holds it
 */
export async function runSteps(deps: RunStepsDeps, request: RunRequest): Promise<void> {
  const { db, clock } = deps;
  const { attempt, source, workDir, progress, signal } = request;
  const { jobId, videoId, lease } = attempt;
  const resultDir = path.join(workDir, 'done');
  const scratchDir = path.join(workDir, `try-${lease.fence}`);
  await removeTries(workDir);
  await mkdir(resultDir, { recursive: true, mode: 0o700 });
  await mkdir(scratchDir, { mode: 0o700 });
  const hasSource = await source.isKept();
  const rows = await writeWithLease(db, lease, (trx) => ensureSteps(trx, jobId));
  const states = new Map(rows.map((row) => [row.step, row.state]));
  const finishedIn = new Map(rows.map((row) => [row.step, row.attempts]));
  const choice = await chooseSchemesAndNames(deps, videoId, findPublished(states));
  const probed = rows.find(({ step }) => step === 'probe');
  const segmentSeconds = parseSegmentSeconds(probed?.result);
  const folders = { resultDir, scratchDir };
  const run: Run = {
    attempt,
    source,
    progress,
    signal,
    ...folders,
    hasSource,
    finishedIn,
    states,
    choice,
    segmentSeconds,
  };
  const known = isStepDone(probed?.state) ? parseVideoFacts(probed?.result) : undefined;
  const later = processingSteps.slice(1);
  const facts = known ?? (await runStep(deps, run, { step: 'probe', ahead: later }, undefined));
  const left = await planSteps(run, facts);
  for (const [index, step] of left.entries()) {
    await runStep(deps, run, { step, ahead: left.slice(index + 1) }, facts);
  }
  if (left.length > 0) return;
  await settleLease(db, lease, (trx) => completeJob(trx, jobId, clock.now()));
}

async function runStep(
  deps: RunStepsDeps,
  run: Run,
  turn: Turn,
  facts: VideoFacts | undefined,
): Promise<VideoFacts> {
  const { db, clock } = deps;
  const { step } = turn;
  const { states, choice } = run;
  const { jobId, videoId, lease } = run.attempt;
  const published = findPublished(states);
  if (!run.hasSource && isSourceNeeded(step, published)) throw new SourceMissing();
  const tryOfStep = await writeWithLease(db, lease, async (trx) => {
    await recordProgress(deps, trx, jobId, { ...turn, fraction: 0 });
    return startStep(trx, jobId, step, clock.now());
  });
  const request: Omit<StepRequest, 'signal' | 'inputPath' | 'createCrew'> = {
    ...choice,
    videoId,
    published,
    resultDir: run.resultDir,
    scratchDir: run.scratchDir,
    segmentSeconds: run.segmentSeconds,
    onProgress: run.progress.onProgress,
    onKept: () => writeWithLease(db, lease, (trx) => restartTryCount(trx, lease)),
    write: (change) => writeWithLease(db, lease, change),
    clearParts: () => clearParts(deps, { jobId, lease }),
  };
  const startedAt = performance.now();
  const outcome = await runLeavingRoom(deps.diskFolders, run.signal, async (signal) => {
    using _ = run.progress.begin(turn);
    const isRead = run.hasSource && isSourceRead(step);
    const inputPath = isRead ? await run.source.fetch(signal) : null;
    const shared = { jobId, lease, scratchDir: run.scratchDir, signal };
    const crewOf = (of: PartStep) => createCrew(deps, { ...shared, step: of });
    return await doOneStep(
      deps,
      step,
      { ...request, inputPath, signal, createCrew: crewOf },
      facts,
    );
  });
  // Before it counts as finished: results without this line are of no finished step.
  await writeFile(tryFile(run.resultDir, step), `${tryOfStep}`, { mode: 0o600, flush: true });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const said = `${outcome.said} (${seconds} s)`;
  await recordOutcome(deps, run, turn, { ...outcome, said, published });
  states.set(step, outcome.state);
  return outcome.facts;
}

async function doOneStep(
  deps: StepDeps,
  step: ProcessingStep,
  request: StepRequest,
  facts: VideoFacts | undefined,
): Promise<Outcome> {
  if (step === 'probe') {
    const { facts: found, said } = await probeSource(deps, request);
    return { state: 'completed', result: found, said, facts: found };
  }
  if (!facts) throw new Error(`${step} needs the facts of the probe`);
  if (isStepSkipped(step, planLadders(facts).high)) {
    return { state: 'skipped', said: 'not needed for a source of this size', facts };
  }
  return { state: 'completed', said: await doStep(deps, step, request, facts), facts };
}

async function recordOutcome(
  deps: RunStepsDeps,
  run: Run,
  turn: Turn,
  outcome: Outcome & { readonly published: Published },
): Promise<void> {
  const { jobId, videoId, lease } = run.attempt;
  // The first plan does not know the facts, and never ends with the probe.
  const isLast = turn.ahead.length === 0;
  // A purge locks the video before its job, too.
  const lockFirst = (trx: Trx) => lockVideo(trx, videoId);
  const show = async (trx: HeldTrx) => {
    const now = deps.clock.now();
    const { step } = turn;
    await recordProgress(deps, trx, jobId, { ...turn, fraction: 1 });
    const { state, result, said, facts, published } = outcome;
    await finishStep(trx, jobId, step, { state, result, now });
    await restartTryCount(trx, lease);
    await insertJobLogLine(trx, jobId, { step, message: said }, now);
    await showResult(deps, trx, { run, step, facts, published });
    if (isLast) await completeJob(trx, jobId, now);
  };
  if (isLast) await settleLease(deps.db, lease, show, { lockFirst });
  else await writeWithLease(deps.db, lease, show, lockFirst);
}

/** Writes the effects of a step to the database, in the transaction that finishes it. */
async function showResult(
  deps: Pick<RunStepsDeps, 'clock' | 'queue'>,
  trx: Trx,
  {
    run,
    step,
    facts,
    published,
  }: {
    run: Run;
    step: ProcessingStep;
    facts: VideoFacts;
    published: Published;
  },
): Promise<void> {
  const { videoId } = run.attempt;
  const { schemes, revisions } = run.choice;
  const now = deps.clock.now();
  if (step === 'poster') {
    await recordMadePoster(trx, videoId, revisions.poster);
    if (revisions.poster > 0) {
      const before = listPosterFiles(formatPosterName(revisions.poster - 1));
      await schedulePictureRemoval(deps, trx, videoId, before);
    }
  }
  if (step === 'publish_low') {
    const video = await lockVideo(trx, videoId);
    if (video?.status !== 'ready') {
      const { durationSeconds } = facts;
      const mediaPrefix = formatMediaPrefix(videoId);
      const media = { mediaPrefix, mediaRevision: lowRevision, durationSeconds, schemes };
      const ready = await markVideoReady(trx, videoId, media, now);
      if (ready.published) await recordEvent(trx, 'video.published', { videoId }, now);
    }
  }
  if (step === 'storyboard' && published.whole) {
    await recordMadePictures(trx, videoId, revisions.pictures);
    const before = pictureNames.map((name) => formatPicturesFolder(name, revisions.pictures - 1));
    await schedulePictureRemoval(deps, trx, videoId, before);
  }
  if (step === 'publish') await completeMedia(trx, videoId, computeLastRevision(facts), now);
}

async function recordProgress(
  { clock }: Pick<RunStepsDeps, 'clock'>,
  trx: HeldTrx,
  jobId: string,
  { step, ahead, fraction }: Turn & { readonly fraction: number },
): Promise<void> {
  const progress = computeOverallProgress(step, fraction, ahead);
  const standing = { step, progress, speed: null, etaSeconds: null };
  await recordJobProgress(trx, jobId, standing, clock.now());
}

/**
 * Chooses schemes and names. Renditions that join an early publication use its schemes, even if
 * others have been configured since; published pictures are made again under the names of the next
 * revision.
 */
async function chooseSchemesAndNames(
  deps: Pick<RunStepsDeps, 'db' | 'schemes'>,
  videoId: string,
  published: Published,
): Promise<Choice> {
  const video = published.low ? await findVideo(deps.db, videoId) : undefined;
  const { poster_revision = 0, pictures_revision = 0 } = video ?? {};
  return {
    schemes: video?.encryption_schemes ?? deps.schemes,
    revisions: {
      poster: published.low ? poster_revision + 1 : 0,
      pictures: published.whole ? pictures_revision + 1 : 0,
    },
  };
}

/** Plans the remaining steps when the facts are known. */
async function planSteps(
  run: Pick<Run, 'resultDir' | 'choice' | 'finishedIn'> & { states: StatesOfSteps },
  facts: VideoFacts,
): Promise<readonly ProcessingStep[]> {
  const { states, resultDir, choice } = run;
  const published = findPublished(states);
  const { schemes } = choice;
  const places = await Promise.all(
    processingSteps.map(
      async (step) =>
        (await isInPlace(step, { resultDir, schemes }, facts, published)) &&
        (await isOfLastTry(run, step)),
    ),
  );
  const inPlace = new Set(processingSteps.filter((_, index) => places[index]));
  return planStepsToDo(states, (step) => inPlace.has(step));
}

/**
 * Tells whether the results here are those that count. A worker on another machine may have done
 * the step again, while this one's folder kept what an earlier try made.
 */
async function isOfLastTry(
  { resultDir, finishedIn }: Pick<Run, 'resultDir' | 'finishedIn'>,
  step: ProcessingStep,
): Promise<boolean> {
  const made = await readFile(tryFile(resultDir, step), 'utf8').catch(() => undefined);
  // There was no such file before there were several machines.
  return made === undefined || Number(made) === finishedIn.get(step);
}

function tryFile(resultDir: string, step: ProcessingStep): string {
  return path.join(resultDir, `${step}.try`);
}

/** The folders of a job's work folder that survive a try: results, and the copy of the upload. */
const lasting: readonly string[] = ['done', 'source'];

/** Removes unfinished files of earlier tries. */
async function removeTries(workDir: string): Promise<void> {
  const names = await readdir(workDir).catch(() => []);
  const isLeft = (name: string) => !lasting.includes(name) && !isHelperFolder(name);
  for (const name of names.filter(isLeft)) {
    await rm(path.join(workDir, name), { recursive: true, force: true });
  }
}
