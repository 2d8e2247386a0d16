import { type ProcessingStep, processingSteps } from '@prahari/contract';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { HeldTrx } from '../../../platform/jobs/lease.ts';
import type { StepRow } from '../ingest.tables.ts';

export interface StepStanding {
  readonly progress: number;
  readonly speed: number | null;
  readonly etaSeconds: number | null;
}

const one = (db: DbOrTrx, jobId: string, step: ProcessingStep) =>
  db.updateTable('processing_steps').where('job_id', '=', jobId).where('step', '=', step);

/** Returns the steps of a job in order; creates them when it has none yet. */
export async function ensureSteps(db: DbOrTrx, jobId: string): Promise<StepRow[]> {
  await db
    .insertInto('processing_steps')
    .values(processingSteps.map((step) => ({ job_id: jobId, step, state: 'waiting' as const })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return listSteps(db, jobId);
}

export async function listSteps(db: DbOrTrx, jobId: string): Promise<StepRow[]> {
  const rows = await db
    .selectFrom('processing_steps')
    .selectAll()
    .where('job_id', '=', jobId)
    .execute();
  const place = ({ step }: StepRow) => processingSteps.indexOf(step);
  return rows.toSorted((a, b) => place(a) - place(b));
}

/** Reads what the latest probe of a video's upload found; undefined when there was none. */
export async function findProbeResult(db: DbOrTrx, videoId: string): Promise<unknown> {
  const row = await db
    .selectFrom('processing_steps')
    .innerJoin('upload_jobs', 'upload_jobs.id', 'processing_steps.job_id')
    .select('processing_steps.result')
    .where('upload_jobs.video_id', '=', videoId)
    .where('processing_steps.step', '=', 'probe')
    .where('processing_steps.result', 'is not', null)
    .orderBy('upload_jobs.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.result;
}

/** @returns the number of this try of the step */
export async function startStep(
  trx: HeldTrx,
  jobId: string,
  step: ProcessingStep,
  now: Date,
): Promise<number> {
  const { attempts } = await one(trx, jobId, step)
    .set((update) => ({
      state: 'running',
      progress: 0,
      speed: null,
      eta_seconds: null,
      attempts: update('attempts', '+', 1),
      started_at: now,
      finished_at: null,
    }))
    .returning('attempts')
    .executeTakeFirstOrThrow();
  return attempts;
}

export async function recordStepProgress(
  trx: HeldTrx,
  jobId: string,
  step: ProcessingStep,
  { progress, speed, etaSeconds }: StepStanding,
): Promise<void> {
  await one(trx, jobId, step)
    .where('state', '=', 'running')
    .set({ progress, speed, eta_seconds: etaSeconds })
    .execute();
}

export async function finishStep(
  trx: HeldTrx,
  jobId: string,
  step: ProcessingStep,
  outcome: { state: 'completed' | 'skipped'; result: unknown; now: Date },
): Promise<void> {
  await one(trx, jobId, step)
    .set({
      state: outcome.state,
      progress: 1,
      speed: null,
      eta_seconds: null,
      finished_at: outcome.now,
      result: outcome.result === undefined ? null : JSON.stringify(outcome.result),
    })
    .execute();
}

/** Marks steps to be repeated; their findings are kept until then. */
export async function resetSteps(
  db: DbOrTrx,
  jobId: string,
  steps: readonly ProcessingStep[],
): Promise<void> {
  if (steps.length === 0) return;
  await db
    .updateTable('processing_steps')
    .set({ state: 'waiting', progress: 0, speed: null, eta_seconds: null, finished_at: null })
    .where('job_id', '=', jobId)
    .where('step', 'in', steps)
    .execute();
}

/** Marks the running step as failed, or as waiting for the next try. */
export async function interruptSteps(
  db: DbOrTrx,
  jobId: string,
  state: 'failed' | 'waiting',
): Promise<void> {
  await db
    .updateTable('processing_steps')
    .set({ state, speed: null, eta_seconds: null, ...(state === 'waiting' && { progress: 0 }) })
    .where('job_id', '=', jobId)
    .where('state', 'in', ['running', 'failed'])
    .execute();
}
