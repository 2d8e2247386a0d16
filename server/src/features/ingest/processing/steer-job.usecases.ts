import { type ProcessingStep, processingSteps } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { Actor, CatalogueRepository, Onlookers } from '../../videos/index.ts';
import type { IngestPorts } from '../ports.ts';
import type { AttemptsRepository } from './attempts.repository.ts';
import { keptForRetryMs, maxAttempts } from './failure.rules.ts';
import { type JobDetailParts, presentJobDetail } from './job-detail.presenter.ts';
import type { JobLogRepository } from './job-log.repository.ts';
import { jobEnded, jobNotFound, jobNotRetryable, stepNotRepeatable } from './processing.errors.ts';
import { type StatesOfSteps, stepsToReset } from './repeat-step.rules.ts';
import type { StepRow, StepsRepository } from './steps.repository.ts';
import { isBehind, overallProgress } from './steps.rules.ts';

export interface SteerJobDeps extends Pick<IngestPorts, 'nameOf'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly attempts: AttemptsRepository;
  readonly steps: StepsRepository;
  readonly jobLog: JobLogRepository;
  readonly videos: CatalogueRepository;
  readonly onlookers: Pick<Onlookers, 'requireManaged'>;
  enqueue(trx: Trx, jobId: string): Promise<void>;
}

/** Carries out what administrators do to a job, and tells what they see of it. */
export function createSteerJob(deps: SteerJobDeps) {
  const { db, clock, attempts, steps, jobLog, videos } = deps;

  /** @throws AppError 404, out_of_scope */
  async function requireJob(trx: Trx, by: Actor, jobId: string) {
    const job = await attempts.find(trx, jobId);
    if (!job) throw jobNotFound();
    await deps.onlookers.requireManaged(by, await videos.findById(trx, job.video_id), trx);
    return job;
  }

  async function record(
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
    await writeAuditEntry(
      trx,
      { action, actor, subject, ...states, address: by.address },
      clock.now(),
    );
  }

  return {
    /** Reads the steps and the log of a job. A job that no worker has taken yet has none. */
    async detail(jobId: string): Promise<JobDetailParts> {
      const [job, rows, lines] = await Promise.all([
        attempts.find(db, jobId),
        steps.ofJob(db, jobId),
        jobLog.ofJob(db, jobId),
      ]);
      const keptUntil = job?.source_kept_until ?? null;
      const isSourceKept = keptUntil !== null && keptUntil > clock.now();
      const ended = { state: job?.state ?? 'queued', states: statesOf(rows), isSourceKept };
      const isRepeatable = (step: ProcessingStep) => stepsToReset(step, ended).length > 0;
      return presentJobDetail(rows, lines, { keptUntil, isRepeatable });
    },

    /**
     * Stops a job that waits or runs; its process notices within a second or two. What was published
     * stays, and the finished steps are kept for a while.
     * @throws AppError 404, out_of_scope, or 409 when it has ended
     */
    async cancel(by: Actor, jobId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { state, video_id: videoId, title } = await requireJob(trx, by, jobId);
        const now = clock.now();
        const keptUntil = new Date(now.getTime() + keptForRetryMs);
        if (!(await attempts.cancel(trx, jobId, { now, keptUntil }))) throw jobEnded();
        await steps.interrupt(trx, jobId, 'waiting');
        await jobLog.add(trx, jobId, { step: null, message: 'cancelled' }, now);
        if (await videos.markFailed(trx, videoId, now)) {
          await recordEvent(trx, 'video.failed', { videoId, jobId, code: 'cancelled' }, now);
        }
        const act = { subject: { id: videoId, name: title }, before: state, after: 'cancelled' };
        await record(trx, by, { action: 'video.cancel-processing', ...act });
      });
    },

    /**
     * Takes a failed or cancelled job up again where it ended.
     * @throws AppError 404, out_of_scope, or 409 when it did not end so or its file is gone
     */
    async retry(by: Actor, jobId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { state, video_id: videoId, title } = await requireJob(trx, by, jobId);
        const now = clock.now();
        if (!(await attempts.requeue(trx, jobId, maxAttempts, now))) throw jobNotRetryable();
        await steps.interrupt(trx, jobId, 'waiting');
        await jobLog.add(trx, jobId, { step: null, message: 'taken up again' }, now);
        await videos.markProcessing(trx, videoId, now);
        const act = { subject: { id: videoId, name: title }, before: state, after: 'queued' };
        await record(trx, by, { action: 'video.retry-processing', ...act });
        await deps.enqueue(trx, jobId);
      });
    },

    /**
     * Does one step of an ended job once more, and the steps that worked on its result. A video
     * that plays goes on playing, also if the step fails.
     * @throws AppError 404, out_of_scope, or 409 when that step can't be done again now
     */
    async retryStep(by: Actor, jobId: string, step: ProcessingStep): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await attempts.lock(trx, jobId);
        const {
          state,
          video_id: videoId,
          title,
          source_kept_until: kept,
        } = await requireJob(trx, by, jobId);
        const now = clock.now();
        const states = statesOf(await steps.ofJob(trx, jobId));
        const isSourceKept = kept !== null && kept > now;
        const reset = stepsToReset(step, { state, states, isSourceKept });
        if (reset.length === 0) throw stepNotRepeatable();
        const [next = step, ...ahead] = processingSteps.filter(
          (one) => reset.includes(one) || !isBehind(states.get(one)),
        );
        const progress = overallProgress(next, 0, ahead);
        await attempts.reopen(trx, jobId, { more: maxAttempts, progress, now });
        await steps.interrupt(trx, jobId, 'waiting');
        await steps.reset(trx, jobId, reset);
        await jobLog.add(trx, jobId, { step, message: 'to be done again' }, now);
        await videos.markProcessing(trx, videoId, now);
        const act = { subject: { id: videoId, name: title }, before: state, after: 'queued', step };
        await record(trx, by, { action: 'video.retry-step', ...act });
        await deps.enqueue(trx, jobId);
      });
    },
  };
}

function statesOf(rows: readonly StepRow[]): StatesOfSteps {
  return new Map(rows.map((row) => [row.step, row.state]));
}

export type SteerJob = ReturnType<typeof createSteerJob>;
