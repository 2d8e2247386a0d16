import type { ProcessingStep } from '@prahari/contract';
import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { type DiskWaitValues, noDiskWait } from '../../../platform/disk/disk-wait.ts';
import { type Failure, maxAttempts } from './failure.rules.ts';

/** One try of a job. Its number fences it: a try that was taken for dead can't write any more. */
export interface Attempt {
  readonly jobId: string;
  readonly videoId: string;
  readonly sourceName: string;
  readonly number: number;
}

export interface Standing {
  readonly step: ProcessingStep;
  readonly progress: number;
  readonly speed: number | null;
  readonly etaSeconds: number | null;
}

const idle = { step: null, speed: null, eta_seconds: null, ...noDiskWait } as const;

/** Queued once more by hand, with `more` tries beyond those that are used up. */
const queuedAgain = (more: number, now: Date) => ({
  ...idle,
  state: 'queued' as const,
  failure_code: null,
  failure_message: null,
  attempt_limit: sql<number>`attempts + ${more}`,
  source_kept_until: null,
  updated_at: now,
});

const held = (db: DbOrTrx, { jobId, number }: Attempt) =>
  db
    .updateTable('upload_jobs')
    .where('id', '=', jobId)
    .where('state', '=', 'running')
    .where('attempts', '=', number);
const isChanged = (result: { numUpdatedRows: bigint }) => result.numUpdatedRows > 0n;

/**
 * Begins the next try; undefined when there is no such job or it has ended. `isTooMany` when the
 * tries before it ended without making progress as often as they may.
 */
export async function beginAttempt(
  db: DbOrTrx,
  jobId: string,
  now: Date,
): Promise<(Attempt & { readonly isTooMany: boolean }) | undefined> {
  const row = await db
    .updateTable('upload_jobs')
    .set((update) => ({
      ...idle,
      state: 'running',
      failure_code: null,
      failure_message: null,
      attempts: update('attempts', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .returning(['video_id', 'source_path', 'attempts', 'attempt_limit'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { video_id: videoId, source_path: sourceName, attempts: number } = row;
  return { jobId, videoId, sourceName, number, isTooMany: number > row.attempt_limit };
}

/**
 * Notes that this try finished something that is kept: tries are counted from here again, this
 * one being the first.
 */
export async function resetAttemptLimit(db: DbOrTrx, attempt: Attempt): Promise<void> {
  const limit = sql<number>`greatest(attempt_limit, attempts - 1 + ${maxAttempts}::integer)`;
  await held(db, attempt).set({ attempt_limit: limit }).execute();
}

/** Tells whether nothing more may be tried when this try fails. */
export async function isLastAttempt(db: DbOrTrx, attempt: Attempt): Promise<boolean> {
  const row = await db
    .selectFrom('upload_jobs')
    .select('attempt_limit')
    .where('id', '=', attempt.jobId)
    .executeTakeFirst();
  return row === undefined || attempt.number >= row.attempt_limit;
}

/**
 * Reports progress. The whole never seems to go back: it stands until what a try lost is done
 * again. False when this try no longer holds the job.
 */
export async function recordJobProgress(
  db: DbOrTrx,
  attempt: Attempt,
  at: Standing,
  now: Date,
): Promise<boolean> {
  const { step, speed, etaSeconds } = at;
  const progress = sql<number>`greatest(progress, ${at.progress}::double precision)`;
  const values = { step, progress, speed, eta_seconds: etaSeconds, updated_at: now };
  return isChanged(await held(db, attempt).set(values).executeTakeFirst());
}

/** Ends a job as done; false when this try no longer holds it. */
export async function completeJob(db: DbOrTrx, attempt: Attempt, now: Date): Promise<boolean> {
  const values = { ...idle, state: 'completed', progress: 1, updated_at: now } as const;
  return isChanged(await held(db, attempt).set(values).executeTakeFirst());
}

/**
 * Ends a job as failed; false when this try no longer holds it. The step stays: it says where
 * it failed.
 * @param keptUntil until when it can be taken up again
 */
export async function failJob(
  db: DbOrTrx,
  attempt: Attempt,
  failure: Failure,
  { now, keptUntil }: { now: Date; keptUntil: Date | null },
): Promise<boolean> {
  const values = {
    state: 'failed',
    speed: null,
    eta_seconds: null,
    failure_code: failure.code,
    failure_message: failure.message,
    source_kept_until: keptUntil,
    updated_at: now,
  } as const;
  return isChanged(await held(db, attempt).set(values).executeTakeFirst());
}

/**
 * Puts a job back into the queue; a try that was not used up (a planned stop) is not counted.
 * False when this try no longer holds the job.
 */
export async function releaseJob(
  db: DbOrTrx,
  attempt: Attempt,
  isCounted: boolean,
  now: Date,
): Promise<boolean> {
  const attempts = isCounted ? attempt.number : attempt.number - 1;
  const values = { ...idle, state: 'queued', attempts, updated_at: now } as const;
  return isChanged(await held(db, attempt).set(values).executeTakeFirst());
}

/**
 * Puts a job back into the queue, to wait for room on a disk, without being counted. As
 * `release`.
 */
export async function releaseJobToWait(
  db: DbOrTrx,
  attempt: Attempt,
  wait: DiskWaitValues,
  now: Date,
): Promise<boolean> {
  const values = { ...idle, ...wait, state: 'queued', updated_at: now } as const;
  const attempts = attempt.number - 1;
  return isChanged(
    await held(db, attempt)
      .set({ ...values, attempts })
      .executeTakeFirst(),
  );
}

/** Reads what a job waits for; undefined when there is no such job. */
export async function findJobDiskWait(
  db: DbOrTrx,
  jobId: string,
): Promise<DiskWaitValues | undefined> {
  return db
    .selectFrom('upload_jobs')
    .select(['disk_wait', 'disk_wanted_bytes', 'disk_free_bytes'])
    .where('id', '=', jobId)
    .executeTakeFirst();
}

/** Notes how much room there is while a job waits for more. */
export async function recordJobFreeBytes(
  db: DbOrTrx,
  jobId: string,
  freeBytes: number,
): Promise<void> {
  await db
    .updateTable('upload_jobs')
    .set({ disk_free_bytes: freeBytes })
    .where('id', '=', jobId)
    .where('disk_wait', 'is not', null)
    .execute();
}

/** Cancels a job. @returns false when it has ended */
export async function cancelJob(
  db: DbOrTrx,
  jobId: string,
  { now, keptUntil }: { now: Date; keptUntil: Date },
): Promise<boolean> {
  const values = { ...noDiskWait, state: 'cancelled', speed: null, eta_seconds: null } as const;
  return isChanged(
    await db
      .updateTable('upload_jobs')
      .set({ ...values, source_kept_until: keptUntil, updated_at: now })
      .where('id', '=', jobId)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst(),
  );
}

/** Queues a job again. @returns false when it did not end badly, or its file is no longer kept */
export async function requeueJob(
  db: DbOrTrx,
  jobId: string,
  more: number,
  now: Date,
): Promise<boolean> {
  return isChanged(
    await db
      .updateTable('upload_jobs')
      .set(queuedAgain(more, now))
      .where('id', '=', jobId)
      .where('state', 'in', ['failed', 'cancelled'])
      .where('source_kept_until', '>', now)
      .executeTakeFirst(),
  );
}

/** Opens a job for one step to be done again; the caller holds the row, and has judged it. */
export async function reopenJob(
  trx: Trx,
  jobId: string,
  { more, progress, now }: { more: number; progress: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('upload_jobs')
    .set({ ...queuedAgain(more, now), progress })
    .where('id', '=', jobId)
    .executeTakeFirst();
}

/** Locks the job, so that it can't be steered elsewhere until the transaction ends. */
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

/**
 * Finds those of the ids whose files are still needed: the job is to be done, or may be taken
 * up again.
 */
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
