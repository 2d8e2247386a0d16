import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

export interface Captions {
  readonly videoId: string;
  /** RFC 5646. */
  readonly language: string;
  readonly label: string;
  /** WebVTT. */
  readonly body: string;
}

export async function findCaptions(
  db: DbOrTrx,
  videoId: string,
  language: string,
): Promise<Captions | undefined> {
  return db
    .selectFrom('video_captions')
    .select(['video_id as videoId', 'language', 'label', 'body'])
    .where('video_id', '=', videoId)
    .where('language', '=', language)
    .executeTakeFirst();
}

export async function listCaptionLanguages(db: DbOrTrx, videoId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('video_captions')
    .select('language')
    .where('video_id', '=', videoId)
    .execute();
  return rows.map((row) => row.language);
}

export async function upsertCaptions(trx: Trx, captions: Captions, now: Date): Promise<void> {
  const { videoId, language, label, body } = captions;
  await trx
    .insertInto('video_captions')
    .values({ video_id: videoId, language, label, body, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['video_id', 'language']).doUpdateSet({ label, body, updated_at: now }),
    )
    .execute();
}

/** Keeps existing captions, and tells whether it wrote. */
export async function insertMissingCaptions(
  trx: Trx,
  captions: Captions,
  now: Date,
): Promise<boolean> {
  const { videoId, language, label, body } = captions;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('video_captions')
    .values({ video_id: videoId, language, label, body, updated_at: now })
    .onConflict((conflict) => conflict.columns(['video_id', 'language']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteCaptions(trx: Trx, videoId: string, language: string): Promise<void> {
  await trx
    .deleteFrom('video_captions')
    .where('video_id', '=', videoId)
    .where('language', '=', language)
    .execute();
}
