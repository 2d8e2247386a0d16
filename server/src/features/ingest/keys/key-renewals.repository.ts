import type { EncryptionScheme } from '@prahari/contract';
import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { noDiskWait } from '../../../platform/disk/disk-wait.ts';
import { type HeldTrx, type LeasedRow, unleased } from '../../../platform/jobs/lease.ts';

/** A renewal: the generation of keys that it makes. */
export interface Renewal {
  readonly videoId: string;
  readonly generation: number;
}

/** Describes the renewal as leased work. */
export function renewalToLease(videoId: string): LeasedRow {
  return { table: 'key_renewals', key: { video_id: videoId }, states: ['waiting'] };
}

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

/** Requests a renewal; false when one is already under way. */
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
    ...unleased,
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

/** Finds the generation that a requested renewal makes. */
export async function findGenerationToMake(db: DbOrTrx, videoId: string): Promise<number> {
  const { generation } = await db
    .selectFrom('key_renewals')
    .select('generation')
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow();
  return generation;
}

/** Ends a renewal, by the worker that holds it. */
export async function endRenewal(
  trx: HeldTrx,
  videoId: string,
  state: 'done' | 'failed',
  now: Date,
): Promise<void> {
  await trx
    .updateTable('key_renewals')
    .set({ state, ended_at: now })
    .where('video_id', '=', videoId)
    .execute();
}

/** Lets new playbacks use the renewed keys. */
export async function switchToRenewedKeys(
  trx: HeldTrx,
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
