import { type ProcessingStep, processingSteps } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { type Actor, lockVideo } from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import type { StepRow } from '../ingest.tables.ts';
import { removePartFiles } from '../parts/part-files.usecases.ts';
import { countPartWorkers, removePartsOfJob } from '../parts/parts.repository.ts';
import { cancelJob, findJob, lockJob, reopenJob, requeueJob } from './attempts.repository.ts';
import { keptForRetryMs } from './failure.rules.ts';
import { type JobDetailParts, presentJobDetail } from './job-detail.presenter.ts';
import { insertJobLogLine, listJobLog } from './job-log.repository.ts';
import { jobEnded, jobNotFound, jobNotRetryable, stepNotRepeatable } from './processing.errors.ts';
import { planStepsToReset, type StatesOfSteps } from './repeat-step.rules.ts';
import { interruptSteps, listSteps, resetSteps } from './steps.repository.ts';
import { computeOverallProgress, isStepDone } from './steps.rules.ts';
import { processVideoKind } from './tasks/process-video.task.ts';
import { markVideoFailed, markVideoProcessing } from './video-media.repository.ts';

type ControlDeps = Pick<IngestDeps, 'db' | 'clock' | 'log' | 'queue' | 'partStore' | 'nameOf'> & {
  readonly videos: Pick<IngestDeps['videos'], 'requireManagedVideo'>;
};

/** Reads the steps and the log of a job. A job that no worker has claimed yet has none. */
export async function findJobDetail(
  { db, clock }: Pick<IngestDeps, 'db' | 'clock'>,
  jobId: string,
): Promise<JobDetailParts> {
  const [job, rows, lines, atParts] = await Promise.all([
    findJob(db, jobId),
    listSteps(db, jobId),
    listJobLog(db, jobId),
    countPartWorkers(db, jobId),
  ]);
  const keptUntil = job?.source_kept_until ?? null;
  const isSourceKept = keptUntil !== null && keptUntil > clock.now();
  const ended = { state: job?.state ?? 'queued', states: statesOf(rows), isSourceKept };
  const isRepeatable = (step: ProcessingStep) => planStepsToReset(step, ended).length > 0;
  return presentJobDetail(rows, lines, {
    keptUntil,
    workers: job?.state === 'running' ? Math.max(1, atParts) : 0,
    isRepeatable,
  });
}

/**
 * Stops a job that waits or runs; its process notices within a second or two. Published media
 * stays, and the finished steps are kept for a while.
 * @throws AppError 404, out_of_scope, or 409 when it has ended
 */
export async function cancelProcessing(deps: ControlDeps, by: Actor, jobId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { state, video_id: videoId, title } = await requireJob(deps, trx, by, jobId);
    const now = deps.clock.now();
    const keptUntil = new Date(now.getTime() + keptForRetryMs);
    if (!(await cancelJob(trx, jobId, { now, keptUntil }))) throw jobEnded();
    await removePartsOfJob(trx, jobId);
    await interruptSteps(trx, jobId, 'waiting');
    await insertJobLogLine(trx, jobId, { step: null, message: 'cancelled' }, now);
    if (await markVideoFailed(trx, videoId, now)) {
      await recordEvent(trx, 'video.failed', { videoId, jobId, code: 'cancelled' }, now);
    }
    const act = { subject: { id: videoId, name: title }, before: state, after: 'cancelled' };
    await writeJobAuditEntry(deps, trx, by, { action: 'video.cancel-processing', ...act });
  });
  await removePartFiles(deps, jobId).catch((error: unknown) => {
    // The hourly removal of leftovers comes back to them.
    deps.log.warn({ err: error, jobId }, 'parts of a cancelled video could not be removed');
  });
}

/**
 * Resumes a failed or cancelled job where it ended.
 * @throws AppError 404, out_of_scope, or 409 when it ended otherwise or its file was removed
 */
export async function retryProcessing(deps: ControlDeps, by: Actor, jobId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { state, video_id: videoId, title } = await requireJob(deps, trx, by, jobId);
    const now = deps.clock.now();
    if (!(await requeueJob(trx, jobId, now))) throw jobNotRetryable();
    await interruptSteps(trx, jobId, 'waiting');
    await insertJobLogLine(trx, jobId, { step: null, message: 'taken up again' }, now);
    await markVideoProcessing(trx, videoId, now);
    const act = { subject: { id: videoId, name: title }, before: state, after: 'queued' };
    await writeJobAuditEntry(deps, trx, by, { action: 'video.retry-processing', ...act });
    await deps.queue.enqueue(trx, processVideoKind, { jobId });
  });
}

/**
 * Repeats one step of an ended job, and the steps that used its result. A published video stays
 * playable, even if the step fails.
 * @throws AppError 404, out_of_scope, or 409 when that step can't be repeated now
 */
export async function retryStep(
  deps: ControlDeps,
  by: Actor,
  jobId: string,
  step: ProcessingStep,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const job = await requireJob(deps, trx, by, jobId);
    const { state, video_id: videoId, title, source_kept_until: kept } = job;
    const now = deps.clock.now();
    const states = statesOf(await listSteps(trx, jobId));
    const isSourceKept = kept !== null && kept > now;
    const reset = planStepsToReset(step, { state, states, isSourceKept });
    if (reset.length === 0) throw stepNotRepeatable();
    const [next = step, ...ahead] = processingSteps.filter(
      (one) => reset.includes(one) || !isStepDone(states.get(one)),
    );
    const progress = computeOverallProgress(next, 0, ahead);
    await reopenJob(trx, jobId, { progress, now });
    await interruptSteps(trx, jobId, 'waiting');
    await resetSteps(trx, jobId, reset);
    await insertJobLogLine(trx, jobId, { step, message: 'to be done again' }, now);
    await markVideoProcessing(trx, videoId, now);
    const act = { subject: { id: videoId, name: title }, before: state, after: 'queued', step };
    await writeJobAuditEntry(deps, trx, by, { action: 'video.retry-step', ...act });
    await deps.queue.enqueue(trx, processVideoKind, { jobId });
  });
}

/**
 * Locks a job until the transaction ends, and before it its video, as a purge does.
 * @throws AppError 404, out_of_scope
 */
async function requireJob({ videos }: ControlDeps, trx: Trx, by: Actor, jobId: string) {
  const found = await findJob(trx, jobId);
  if (!found) throw jobNotFound();
  await videos.requireManagedVideo(by, await lockVideo(trx, found.video_id), trx);
  await lockJob(trx, jobId);
  const job = await findJob(trx, jobId);
  if (!job) throw jobNotFound();
  return job;
}

async function writeJobAuditEntry(
  deps: Pick<ControlDeps, 'clock' | 'nameOf'>,
  trx: Trx,
  by: Actor,
  act: {
    action: 'video.cancel-processing' | 'video.retry-processing' | 'video.retry-step';
    subject: { id: string; name: string };
    before: string;
    after: string;
    step?: ProcessingStep;
  },
): Promise<void> {
  const name = (await deps.nameOf(trx, by.userId)) ?? '';
  const { action, subject } = act;
  const step = act.step === undefined ? {} : { step: act.step };
  const states = { before: { state: act.before }, after: { state: act.after, ...step } };
  const actor = { userId: by.userId, name };
  const entry = { action, actor, subject, ...states, address: by.address };
  await writeAuditEntry(trx, entry, deps.clock.now());
}

function statesOf(rows: readonly StepRow[]): StatesOfSteps {
  return new Map(rows.map((row) => [row.step, row.state]));
}
