import type { ProcessingStep } from '@prahari/contract';
import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { noDiskWait } from '../../../platform/disk/disk-wait.ts';
import {
  type HeldTrx,
  type Lease,
  type LeasedRow,
  triesWithoutProgress,
  unleased,
} from '../../../platform/jobs/lease.ts';
import type { Failure } from './failure.rules.ts';

/** One try of a job, which holds its lease. */
export interface Attempt {
  readonly jobId: string;
  readonly videoId: string;
  readonly sourceName: string;
  readonly lease: Lease;
}

export interface Standing {
  readonly step: ProcessingStep;
  readonly progress: number;
  readonly speed: number | null;
  readonly etaSeconds: number | null;
}

const idle = { step: null, speed: null, eta_seconds: null } as const;

/** Queued again by hand, with new tries beyond those that are used up. */
const queuedAgain = (now: Date) => ({
  ...idle,
  ...noDiskWait,
  state: 'queued' as const,
  failure_code: null,
  failure_message: null,
  attempt_limit: sql<number>`attempts + ${triesWithoutProgress}::integer`,
  source_kept_until: null,
  updated_at: now,
});

const isChanged = (result: { numUpdatedRows: bigint }) => result.numUpdatedRows > 0n;

/** Describes the job as leased work. */
export function jobToLease(jobId: string): LeasedRow {
  const parent = { table: 'videos', column: 'video_id' };
  return { table: 'upload_jobs', key: { id: jobId }, states: ['queued', 'running'], parent };
}

const job = (trx: HeldTrx, jobId: string) => trx.updateTable('upload_jobs').where('id', '=', jobId);

/** Records, with the claim of a job, that its next try begins. */
export async function beginAttempt(trx: HeldTrx, lease: Lease, jobId: string, now: Date) {
  const row = await job(trx, jobId)
    .set({
      ...idle,
      state: 'running',
      failure_code: null,
      failure_message: null,
      updated_at: now,
    })
    .returning(['video_id', 'source_path'])
    .executeTakeFirstOrThrow();
  return { jobId, videoId: row.video_id, sourceName: row.source_path, lease };
}

/**
 * Reports progress. The total never seems to go back: it stays until a try has redone the lost
 * work.
 */
export async function recordJobProgress(
  trx: HeldTrx,
  jobId: string,
  at: Standing,
  now: Date,
): Promise<void> {
  const { step, speed, etaSeconds } = at;
  const progress = sql<number>`greatest(progress, ${at.progress}::double precision)`;
  const values = { step, progress, speed, eta_seconds: etaSeconds, updated_at: now };
  await job(trx, jobId).set(values).execute();
}

/** Ends a job as done. */
export async function completeJob(trx: HeldTrx, jobId: string, now: Date): Promise<void> {
  const values = { ...idle, state: 'completed', progress: 1, updated_at: now } as const;
  await job(trx, jobId).set(values).execute();
}

/**
 * Ends a job as failed. The step stays: it says where it failed.
 * @param keptUntil until when it can be resumed
 */
export async function failJob(
  trx: HeldTrx,
  jobId: string,
  failure: Failure,
  { now, keptUntil }: { now: Date; keptUntil: Date | null },
): Promise<void> {
  const values = {
    state: 'failed',
    speed: null,
    eta_seconds: null,
    failure_code: failure.code,
    failure_message: failure.message,
    source_kept_until: keptUntil,
    updated_at: now,
  } as const;
  await job(trx, jobId).set(values).execute();
}

/** Puts a job back into the queue. */
export async function queueJob(trx: HeldTrx, jobId: string, now: Date): Promise<void> {
  await job(trx, jobId)
    .set({ ...idle, state: 'queued', updated_at: now })
    .execute();
}

/** Cancels a job. @returns false when it has ended */
export async function cancelJob(
  db: DbOrTrx,
  jobId: string,
  { now, keptUntil }: { now: Date; keptUntil: Date },
): Promise<boolean> {
  const ended = { ...unleased, ...noDiskWait, speed: null, eta_seconds: null } as const;
  return isChanged(
    await db
      .updateTable('upload_jobs')
      .set({ ...ended, state: 'cancelled', source_kept_until: keptUntil, updated_at: now })
      .where('id', '=', jobId)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst(),
  );
}

/**
 * Queues a job again. @returns false unless it failed or was cancelled and its file is still kept
 */
export async function requeueJob(db: DbOrTrx, jobId: string, now: Date): Promise<boolean> {
  return isChanged(
    await db
      .updateTable('upload_jobs')
      .set(queuedAgain(now))
      .where('id', '=', jobId)
      .where('state', 'in', ['failed', 'cancelled'])
      .where('source_kept_until', '>', now)
      .executeTakeFirst(),
  );
}

/** Opens a job for the repetition of one step; the caller has locked and judged the row. */
export async function reopenJob(
  trx: Trx,
  jobId: string,
  { progress, now }: { progress: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('upload_jobs')
    .set({ ...queuedAgain(now), progress })
    .where('id', '=', jobId)
    .executeTakeFirst();
}

/** Locks the job, so that no other call controls it until the transaction ends. */
export async function lockJob(trx: Trx, jobId: string): Promise<void> {
  await trx
    .selectFrom('upload_jobs')
    .select('id')
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirst();
}

export async function findJob(db: DbOrTrx, jobId: string) {
  return db
    .selectFrom('upload_jobs')
    .innerJoin('videos', 'videos.id', 'upload_jobs.video_id')
    .select(['upload_jobs.state', 'upload_jobs.video_id', 'videos.title'])
    .select('upload_jobs.source_kept_until')
    .where('upload_jobs.id', '=', jobId)
    .executeTakeFirst();
}

/** Finds those of the ids whose files are still needed: the job is not done, or may be resumed. */
export async function findUnfinishedJobIds(
  db: DbOrTrx,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('upload_jobs')
    .select('id')
    .where('id', 'in', ids)
    .where((where) =>
      where.or([where('state', 'in', ['queued', 'running']), where('source_kept_until', '>', now)]),
    )
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Tells whether a worker is on a job, or will be again at once. */
export async function isJobRunning(db: DbOrTrx, jobId: string): Promise<boolean> {
  const row = await findJob(db, jobId);
  return row?.state === 'running';
}
