import type { EncryptionScheme } from '@prahari/contract';
import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { type DiskWaitValues, noDiskWait } from '../../../platform/disk/disk-wait.ts';

/** A renewal: the generation of keys that it makes. */
export interface Renewal {
  readonly videoId: string;
  readonly generation: number;
}

/** One try of a renewal, by its number. */
export interface RenewalTry extends Renewal {
  readonly number: number;
}

const waiting = (db: DbOrTrx, videoId: string) =>
  db.updateTable('key_renewals').where('video_id', '=', videoId).where('state', '=', 'waiting');

/** Tells whether all renditions of a video are published, and no job changes it now. */
export async function isWhollyPublished(db: DbOrTrx, videoId: string): Promise<boolean> {
  const { rows } = await sql<{ whole: boolean }>`
    SELECT NOT EXISTS (SELECT 1 FROM upload_jobs
        WHERE video_id = ${videoId} AND state IN ('queued', 'running'))
      AND EXISTS (SELECT 1 FROM processing_steps
        JOIN upload_jobs ON upload_jobs.id = processing_steps.job_id
        WHERE video_id = ${videoId} AND processing_steps.step = 'publish'
          AND processing_steps.state = 'completed') AS whole`.execute(db);
  return rows[0]?.whole ?? false;
}

/** Asks for a renewal; false when one is on its way already. */
export async function requestKeyRenewal(
  trx: Trx,
  { videoId, generation }: Renewal,
  by: { userId: string; now: Date },
) {
  const values = {
    generation,
    state: 'waiting' as const,
    asked_by: by.userId,
    asked_at: by.now,
    ended_at: null,
    is_cleared: false,
    attempts: 0,
    ...noDiskWait,
  };
  const result = await trx
    .insertInto('key_renewals')
    .values({ video_id: videoId, ...values })
    .onConflict((conflict) =>
      conflict.column('video_id').doUpdateSet(values).where('key_renewals.state', '<>', 'waiting'),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Finds the generation that is still to be made; undefined when none is. */
export async function findWaitingRenewal(
  db: DbOrTrx,
  videoId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('key_renewals')
    .select('generation')
    .where('video_id', '=', videoId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row?.generation;
}

/** Reads what the one that is still to be made waits for; undefined when none is. */
export async function findRenewalDiskWait(
  db: DbOrTrx,
  videoId: string,
): Promise<DiskWaitValues | undefined> {
  return db
    .selectFrom('key_renewals')
    .select(['disk_wait', 'disk_wanted_bytes', 'disk_free_bytes'])
    .where('video_id', '=', videoId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

/** Begins the next try; undefined when none is to be made. */
export async function beginRenewal(db: DbOrTrx, videoId: string): Promise<RenewalTry | undefined> {
  const row = await waiting(db, videoId)
    .set((update) => ({ ...noDiskWait, attempts: update('attempts', '+', 1) }))
    .returning(['generation', 'attempts'])
    .executeTakeFirst();
  return row && { videoId, generation: row.generation, number: row.attempts };
}

/** Gives a try back without counting it: it was cut off, or met a full disk. */
export async function releaseRenewal(
  db: DbOrTrx,
  { videoId, generation, number }: RenewalTry,
  wait: DiskWaitValues = noDiskWait,
): Promise<void> {
  await waiting(db, videoId)
    .set({ ...wait, attempts: number - 1 })
    .where('generation', '=', generation)
    .where('attempts', '=', number)
    .execute();
}

/** Notes how much room there is while it waits for more. */
export async function recordRenewalFreeBytes(
  db: DbOrTrx,
  videoId: string,
  freeBytes: number,
): Promise<void> {
  await waiting(db, videoId)
    .set({ disk_free_bytes: freeBytes })
    .where('disk_wait', 'is not', null)
    .execute();
}

export async function endRenewal(
  db: DbOrTrx,
  { videoId, generation }: Renewal,
  state: 'done' | 'failed',
  now: Date,
): Promise<void> {
  await db
    .updateTable('key_renewals')
    .set({ state, ended_at: now })
    .where('video_id', '=', videoId)
    .where('generation', '=', generation)
    .where('state', '=', 'waiting')
    .execute();
}

/** Lets playbacks that begin from now on use the renewed keys. */
export async function switchToRenewedKeys(
  trx: Trx,
  { videoId, generation }: Renewal,
  media: { readonly revision: number; readonly schemes: readonly EncryptionScheme[] },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('videos')
    .set({
      key_generation: generation,
      media_revision: media.revision,
      encryption_schemes: [...media.schemes],
      updated_at: now,
    })
    .where('id', '=', videoId)
    .execute();
}

/** Lists up to `atMost` renewals that ended before a moment and whose earlier files are still there. */
export async function listRenewalsToClear(
  db: Db,
  before: Date,
  atMost: number,
): Promise<Renewal[]> {
  return db
    .selectFrom('key_renewals')
    .select(['video_id as videoId', 'generation'])
    .where('state', '=', 'done')
    .where('is_cleared', '=', false)
    .where('ended_at', '<', before)
    .orderBy('ended_at')
    .limit(atMost)
    .execute();
}

export async function markRenewalCleared(
  trx: Trx,
  { videoId, generation }: Renewal,
): Promise<void> {
  await trx
    .updateTable('key_renewals')
    .set({ is_cleared: true })
    .where('video_id', '=', videoId)
    .where('generation', '=', generation)
    .where('state', '=', 'done')
    .execute();
}
