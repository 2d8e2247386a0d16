import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { type HeldTrx, type LeasedRow, unleased } from '../../../platform/jobs/lease.ts';
import type { PartStanding } from './parts.rules.ts';

/** Steps whose work is done in parts. */
export type PartStep = 'transcode_low' | 'transcode_high';

/** Equal for parts that fit together. */
export interface PlanKey {
  readonly jobId: string;
  readonly fingerprint: string;
}

export interface NewPart {
  readonly id: string;
  readonly name: string;
  readonly place: number;
  readonly weight: number;
}

export interface OfferedPlan extends PlanKey {
  readonly step: PartStep;
  readonly encoder: string;
  readonly gainsDb: ReadonlyMap<number, number>;
}

const filesSchema = z.array(z.object({ name: z.string(), sizeBytes: z.int(), sha256: z.string() }));
/** A file of a part in the store; an empty one is not stored. */
export type PartFile = z.infer<typeof filesSchema>[number];
const gainsSchema = z.array(z.tuple([z.int(), z.number()]));

const isFree = sql<boolean>`(leased_until IS NULL OR leased_until <= clock_timestamp())`;
const ofPlan = (db: DbOrTrx, { jobId, fingerprint }: PlanKey) =>
  db
    .selectFrom('encoding_parts')
    .where('job_id', '=', jobId)
    .where('fingerprint', '=', fingerprint);

const parent = { table: 'upload_jobs', column: 'job_id' };

/** Describes a part as leased work of the worker that has its video. */
export function ownPartToLease(id: string): LeasedRow {
  return { table: 'encoding_parts', key: { id }, states: ['waiting', 'left'], parent };
}

/** Describes a part as leased work of any other worker. */
export function partToLease(id: string, leaseSeconds?: number): LeasedRow {
  const row = { table: 'encoding_parts', key: { id }, states: ['waiting'], parent };
  return leaseSeconds === undefined ? row : { ...row, leaseSeconds };
}

/**
 * Offers parts of a job. Those of another plan go, and those that are kept by its worker; what
 * others made in an earlier try stays.
 */
export async function offerParts(
  trx: Trx,
  { jobId, fingerprint, step, encoder, gainsDb }: OfferedPlan,
  { parts, kept }: { parts: readonly NewPart[]; kept: readonly string[] },
): Promise<void> {
  await trx
    .deleteFrom('encoding_parts')
    .where('job_id', '=', jobId)
    .where((where) =>
      where.or([
        where('fingerprint', '<>', fingerprint),
        ...(kept.length > 0 ? [where('name', 'in', kept)] : []),
      ]),
    )
    .execute();
  if (parts.length === 0) return;
  const gains = JSON.stringify([...gainsDb]);
  const plan = { job_id: jobId, fingerprint, step, encoder, gains };
  await trx
    .insertInto('encoding_parts')
    .values(parts.map((part) => ({ ...plan, ...part })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lists the offered parts of a plan. */
export async function listParts(db: DbOrTrx, plan: PlanKey): Promise<PartStanding[]> {
  const rows = await ofPlan(db, plan)
    .select(['id', 'name', 'place', 'weight', 'state', 'progress', isFree.as('is_free')])
    .execute();
  return rows.map(({ is_free, ...row }) => ({ ...row, isHeld: !is_free }));
}

/** Finds where the files of a part lie; undefined when it isn't made. */
export async function findPartFiles(
  db: DbOrTrx,
  id: string,
): Promise<{ readonly fence: number; readonly files: readonly PartFile[] } | undefined> {
  const row = await db
    .selectFrom('encoding_parts')
    .select(['fence', 'files'])
    .where('id', '=', id)
    .where('state', '=', 'made')
    .executeTakeFirst();
  return row && { fence: row.fence, files: filesSchema.parse(row.files) };
}

/** Lists plans of running jobs that have free parts, the oldest job first. */
export async function listOpenPlans(db: DbOrTrx) {
  const rows = await db
    .selectFrom('encoding_parts')
    .innerJoin('upload_jobs', 'upload_jobs.id', 'encoding_parts.job_id')
    .select(['job_id', 'fingerprint', 'encoding_parts.step', 'encoder'])
    .select(['upload_jobs.video_id', 'upload_jobs.source_path'])
    .where('encoding_parts.state', '=', 'waiting')
    .where('upload_jobs.state', '=', 'running')
    .where(
      sql<boolean>`(encoding_parts.leased_until IS NULL
        OR encoding_parts.leased_until <= clock_timestamp())`,
    )
    .groupBy(['job_id', 'fingerprint', 'encoding_parts.step', 'encoder'])
    .groupBy(['upload_jobs.video_id', 'upload_jobs.source_path', 'upload_jobs.created_at'])
    .orderBy('upload_jobs.created_at')
    .limit(20)
    .execute();
  return rows.map((row) => ({
    jobId: row.job_id,
    videoId: row.video_id,
    sourceName: row.source_path,
    fingerprint: row.fingerprint,
    step: row.step,
    encoder: row.encoder,
  }));
}

/** Finds what the sound of a part is made louder by. */
export async function findGains(db: DbOrTrx, id: string): Promise<ReadonlyMap<number, number>> {
  const row = await db
    .selectFrom('encoding_parts')
    .select('gains')
    .where('id', '=', id)
    .executeTakeFirst();
  return new Map(row ? gainsSchema.parse(row.gains) : []);
}

/** Records how far its worker is with a part. */
export async function recordPartProgress(
  trx: HeldTrx,
  id: string,
  progress: number,
): Promise<void> {
  await trx.updateTable('encoding_parts').set({ progress }).where('id', '=', id).execute();
}

/** Records where the files of a part lie. */
export async function recordMadePart(
  trx: HeldTrx,
  id: string,
  files: readonly PartFile[],
): Promise<void> {
  await trx
    .updateTable('encoding_parts')
    .set({ state: 'made', progress: 1, files: JSON.stringify(files) })
    .where('id', '=', id)
    .execute();
}

/** Puts a part back for another worker, or leaves it to the one that has its video. */
export async function returnPart(trx: HeldTrx, id: string, state: 'waiting' | 'left') {
  await trx
    .updateTable('encoding_parts')
    .set({ state, progress: 0 })
    .where('id', '=', id)
    .execute();
}

/** Refuses what another made of a part: the worker that has its video makes it again. */
export async function refuseMadePart(trx: Trx, id: string): Promise<void> {
  const values = { ...unleased, state: 'left', progress: 0, files: null } as const;
  await trx.updateTable('encoding_parts').set(values).where('id', '=', id).execute();
}

/** Removes a part that is made here, even if another worker holds it. */
export async function removePart(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('encoding_parts').where('id', '=', id).execute();
}

/** Removes the parts of a job; who makes one of them learns it with the next renewal. */
export async function removePartsOfJob(trx: Trx, jobId: string): Promise<void> {
  await trx.deleteFrom('encoding_parts').where('job_id', '=', jobId).execute();
}

/** Counts the workers that make parts of a job at this moment. */
export async function countPartWorkers(db: DbOrTrx, jobId: string): Promise<number> {
  const { count } = await db
    .selectFrom('encoding_parts')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('job_id', '=', jobId)
    .where('leased_until', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts parts that no worker is on. */
export async function countWaitingParts(db: DbOrTrx): Promise<number> {
  const { count } = await db
    .selectFrom('encoding_parts')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('state', '=', 'waiting')
    .where(isFree)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Finds those of the ids that are parts. */
export async function findPartIds(
  db: DbOrTrx,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('encoding_parts').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}
