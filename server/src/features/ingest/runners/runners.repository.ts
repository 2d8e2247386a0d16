import { type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { type HeldTrx, unleased } from '../../../platform/jobs/lease.ts';
import type { PartFile } from '../parts/parts.repository.ts';
import type { WantedFile } from './runners.rules.ts';

export type RunnerRow = Selectable<Tables['runners']>;

export interface ListedRunner extends RunnerRow {
  /** Of what it makes at this moment. */
  readonly video_title: string | null;
  readonly progress: number | null;
}

const wantedSchema = z.array(z.object({ name: z.string(), maxBytes: z.number() }));
const receivedSchema = z.array(
  z.object({ name: z.string(), sizeBytes: z.int(), sha256: z.string() }),
);

/** Lists the newest runners, each with what it makes. */
export async function listRunners(db: DbOrTrx, id?: string): Promise<ListedRunner[]> {
  let listed = db
    .selectFrom('runners')
    .leftJoin('runner_parts', (join) =>
      join
        .onRef('runner_parts.runner_id', '=', 'runners.id')
        .on('runner_parts.given_at', 'is', null),
    )
    .leftJoin('encoding_parts', (join) =>
      join
        .onRef('encoding_parts.id', '=', 'runner_parts.part_id')
        .onRef('encoding_parts.fence', '=', 'runner_parts.fence')
        .on('encoding_parts.leased_until', '>', sql<Date>`clock_timestamp()`),
    )
    .leftJoin('upload_jobs', 'upload_jobs.id', 'encoding_parts.job_id')
    .leftJoin('videos', 'videos.id', 'upload_jobs.video_id')
    .selectAll('runners')
    .select(['videos.title as video_title', 'encoding_parts.progress'])
    .orderBy('runners.created_at', 'desc')
    .orderBy('runners.id', 'desc')
    .limit(200);
  if (id !== undefined) listed = listed.where('runners.id', '=', id);
  return listed.execute();
}

export async function insertRunner(
  trx: Trx,
  row: Pick<RunnerRow, 'id' | 'name' | 'token_hash' | 'token_expires_at' | 'created_at'>,
): Promise<void> {
  await trx.insertInto('runners').values(row).execute();
}

/** Finds the runner that a token invites, unless it was used or has expired. */
export async function findInvited(
  db: DbOrTrx,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('runners')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('token_expires_at', '>', now)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** Uses up the token of an invitation. @returns undefined when another call was first */
export async function registerRunner(
  trx: Trx,
  id: string,
  { secretHash, now }: { readonly secretHash: Buffer; readonly now: Date },
): Promise<RunnerRow | undefined> {
  return trx
    .updateTable('runners')
    .set({ token_hash: null, secret_hash: secretHash, registered_at: now, last_seen_at: now })
    .where('id', '=', id)
    .where('token_hash', 'is not', null)
    .where('token_expires_at', '>', now)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Finds the runner of a secret. */
export async function findRunnerBySecret(
  db: DbOrTrx,
  secretHash: Buffer,
): Promise<RunnerRow | undefined> {
  return db
    .selectFrom('runners')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst();
}

/** Notes that a runner gave a sign of life. */
export async function noteRunnerSeen(db: DbOrTrx, id: string, now: Date): Promise<void> {
  await db.updateTable('runners').set({ last_seen_at: now }).where('id', '=', id).execute();
}

/** Locks a runner until the transaction ends. */
export async function lockRunner(trx: Trx, id: string): Promise<RunnerRow | undefined> {
  return trx
    .selectFrom('runners')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updateRunner(
  trx: Trx,
  id: string,
  change: Partial<
    Pick<
      RunnerRow,
      | 'parts_made'
      | 'results_refused'
      | 'lately_refused'
      | 'suspended_at'
      | 'revoked_at'
      | 'token_hash'
    >
  >,
): Promise<void> {
  await trx.updateTable('runners').set(change).where('id', '=', id).execute();
}

/** A part that a runner holds. */
export interface HeldPart {
  readonly id: string;
  readonly fence: number;
  readonly jobId: string;
  readonly videoId: string;
  readonly sourceName: string;
  readonly takenAt: Date;
  readonly wanted: readonly WantedFile[];
  readonly received: readonly PartFile[];
}

/** Finds a part that a runner holds by a valid lease; undefined for others. */
export async function findHeldPart(
  db: DbOrTrx,
  runnerId: string,
  { id, fence }: { readonly id: string; readonly fence: number },
): Promise<HeldPart | undefined> {
  const row = await db
    .selectFrom('runner_parts')
    .innerJoin('encoding_parts', (join) =>
      join
        .onRef('encoding_parts.id', '=', 'runner_parts.part_id')
        .onRef('encoding_parts.fence', '=', 'runner_parts.fence'),
    )
    .innerJoin('upload_jobs', 'upload_jobs.id', 'encoding_parts.job_id')
    .select(['encoding_parts.job_id', 'upload_jobs.video_id', 'upload_jobs.source_path'])
    .select(['runner_parts.taken_at', 'runner_parts.received', 'runner_parts.files as wanted'])
    .where('runner_parts.part_id', '=', id)
    .where('runner_parts.runner_id', '=', runnerId)
    .where('runner_parts.fence', '=', fence)
    .where('runner_parts.given_at', 'is', null)
    .where('encoding_parts.leased_until', 'is not', null)
    .executeTakeFirst();
  return (
    row && {
      id,
      fence,
      jobId: row.job_id,
      videoId: row.video_id,
      sourceName: row.source_path,
      takenAt: row.taken_at,
      wanted: wantedSchema.parse(row.wanted),
      received: receivedSchema.parse(row.received),
    }
  );
}

/** Lists the parts that a runner holds, also those that were taken over from it. */
export async function listHeldParts(
  db: DbOrTrx,
  runnerId: string,
): Promise<{ id: string; fence: number }[]> {
  return db
    .selectFrom('runner_parts')
    .select(['part_id as id', 'fence'])
    .where('runner_id', '=', runnerId)
    .where('given_at', 'is', null)
    .execute();
}

/** Notes that a runner took a part. */
export async function insertRunnerPart(
  trx: HeldTrx,
  runnerId: string,
  { id, fence, wanted, takenAt }: Pick<HeldPart, 'id' | 'fence' | 'wanted' | 'takenAt'>,
): Promise<void> {
  const files = JSON.stringify(wanted);
  const values = { runner_id: runnerId, fence, files, taken_at: takenAt };
  await trx
    .insertInto('runner_parts')
    .values({ part_id: id, ...values })
    .onConflict((conflict) =>
      // Of a runner that lost it.
      conflict.column('part_id').doUpdateSet({ ...values, received: '[]', given_at: null }),
    )
    .execute();
}

/** Notes a file that has come; one of the same name before it no longer counts. */
export async function recordReceivedFile(trx: HeldTrx, id: string, file: PartFile): Promise<void> {
  const others = sql`jsonb_path_query_array(received, '$[*] ? (@.name != $name)',
    jsonb_build_object('name', ${file.name}::text))`;
  await trx
    .updateTable('runner_parts')
    .set({ received: sql`${others} || ${JSON.stringify([file])}::jsonb` })
    .where('part_id', '=', id)
    .execute();
}

export async function recordGivenPart(trx: HeldTrx, id: string, now: Date): Promise<void> {
  await trx.updateTable('runner_parts').set({ given_at: now }).where('part_id', '=', id).execute();
}

/** Forgets a try of a part, unless another runner has it by now. */
export async function deleteRunnerPart(
  db: DbOrTrx,
  { id, fence }: { readonly id: string; readonly fence: number },
): Promise<void> {
  await db
    .deleteFrom('runner_parts')
    .where('part_id', '=', id)
    .where('fence', '=', fence)
    .execute();
}

/** Forgets who gave a part. */
export async function forgetGivenPart(trx: Trx, partId: string): Promise<void> {
  await trx
    .deleteFrom('runner_parts')
    .where('part_id', '=', partId)
    .where('given_at', 'is not', null)
    .execute();
}

/** Finds the runner that gave a part; undefined when a worker made it. */
export async function findGiver(
  db: DbOrTrx,
  partId: string,
): Promise<{ runnerId: string; videoId: string } | undefined> {
  const row = await db
    .selectFrom('runner_parts')
    .innerJoin('encoding_parts', (join) =>
      join
        .onRef('encoding_parts.id', '=', 'runner_parts.part_id')
        .onRef('encoding_parts.fence', '=', 'runner_parts.fence'),
    )
    .innerJoin('upload_jobs', 'upload_jobs.id', 'encoding_parts.job_id')
    .select(['runner_id', 'video_id'])
    .where('part_id', '=', partId)
    .where('given_at', 'is not', null)
    .executeTakeFirst();
  return row && { runnerId: row.runner_id, videoId: row.video_id };
}

/**
 * Takes back all parts that a runner holds, or returned and that are not inspected yet, so that others
 * make them. The next call of the runner finds no part.
 */
export async function dropPartsOfRunner(trx: Trx, runnerId: string): Promise<void> {
  const rows = await trx
    .deleteFrom('runner_parts')
    .where('runner_id', '=', runnerId)
    .returning(['part_id', 'fence'])
    .execute();
  for (const { part_id: id, fence } of rows) {
    await trx
      .updateTable('encoding_parts')
      .set({ ...unleased, state: 'waiting', progress: 0, files: null })
      .where('id', '=', id)
      .where('fence', '=', fence)
      .execute();
  }
}

/** Removes runners that were revoked, or invited and never registered, before a moment. */
export async function removeOldRunners(db: DbOrTrx, before: Date, atMost: number): Promise<number> {
  const old = db
    .selectFrom('runners')
    .select('id')
    .where((where) =>
      where.or([
        where('revoked_at', '<', before),
        where.and([where('registered_at', 'is', null), where('token_expires_at', '<', before)]),
      ]),
    )
    .limit(atMost);
  const { numDeletedRows } = await db
    .deleteFrom('runners')
    .where('id', 'in', old)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
