import type { SealingKeys } from '../platform/crypto/seal.ts';
import { unseal } from '../platform/crypto/seal.ts';
import type { Db } from '../platform/db/database.ts';

/** The content keys of a video, of all schemes and generations, as they lie in the database, opened. */
export async function readStoredKeys(
  { db, masterKey }: { readonly db: Db; readonly masterKey: SealingKeys },
  videoId: string,
) {
  const rows = await db
    .selectFrom('content_keys')
    .select(['key_id as keyId', 'quality_class as qualityClass', 'scheme', 'sealed_key as sealed'])
    .where('video_id', '=', videoId)
    .execute();
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    key: unseal(masterKey, sealed, `content-key:${videoId}:${row.qualityClass}`),
  }));
}
