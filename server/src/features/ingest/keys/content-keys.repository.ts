import type { EncryptionScheme } from '@prahari/contract';
import type { QualityClass } from '@prahari/media';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { Packaging } from '../../delivery/index.ts';

export interface SealedKey {
  /** 16 bytes; not secret, part of the manifest. */
  readonly keyId: Buffer;
  readonly qualityClass: QualityClass;
  /** The scheme it encrypts with: a key is never used in two schemes. */
  readonly scheme: EncryptionScheme;
  readonly sealedKey: Buffer;
}

/** The keys of one package of a video. */
export interface KeySet extends Packaging {
  readonly videoId: string;
}

export interface StoredKey extends SealedKey {
  readonly videoId: string;
}

/** Adds keys for the classes of a package that have none; existing ones stay. */
export async function insertMissingKeys(
  db: DbOrTrx,
  { videoId, generation, scheme }: KeySet,
  keys: readonly Omit<SealedKey, 'scheme'>[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.map((key) => ({
    key_id: key.keyId,
    video_id: videoId,
    quality_class: key.qualityClass,
    sealed_key: key.sealedKey,
    created_at: now,
    generation,
    scheme,
  }));
  await db
    .insertInto('content_keys')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['video_id', 'quality_class', 'generation', 'scheme']).doNothing(),
    )
    .execute();
}

/** Lists the keys of a video. @param packaging if left out, the keys of all that still exist */
export async function listKeysOfVideo(
  db: DbOrTrx,
  videoId: string,
  packaging?: Packaging,
): Promise<SealedKey[]> {
  const all = db
    .selectFrom('content_keys')
    .select(['key_id', 'quality_class', 'scheme', 'sealed_key'])
    .where('video_id', '=', videoId);
  const rows = await (packaging === undefined
    ? all
    : all.where('generation', '=', packaging.generation).where('scheme', '=', packaging.scheme)
  ).execute();
  return rows.map((row) => ({
    keyId: row.key_id,
    qualityClass: row.quality_class,
    scheme: row.scheme,
    sealedKey: row.sealed_key,
  }));
}

/** Finds keys of any video. */
export async function findSealedKeys(db: DbOrTrx, keyIds: readonly Buffer[]): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('content_keys')
    .select(['key_id', 'video_id', 'quality_class', 'scheme', 'sealed_key'])
    .where(sql<boolean>`key_id = ANY(${keyIds}::bytea[])`)
    .execute();
  return rows.map((row) => ({
    keyId: row.key_id,
    videoId: row.video_id,
    qualityClass: row.quality_class,
    scheme: row.scheme,
    sealedKey: row.sealed_key,
  }));
}

/** Returns the current package of its preferred scheme; undefined when there is no such video. */
export async function findCurrentPackaging(
  db: DbOrTrx,
  videoId: string,
): Promise<Packaging | undefined> {
  const row = await db
    .selectFrom('videos')
    .select(['key_generation as generation', 'encryption_schemes'])
    .where('id', '=', videoId)
    .executeTakeFirst();
  const scheme = row?.encryption_schemes[0];
  return row && scheme && { generation: row.generation, scheme };
}

export async function deleteKeysBefore(
  db: DbOrTrx,
  { videoId, generation }: Omit<KeySet, 'scheme'>,
): Promise<void> {
  await db
    .deleteFrom('content_keys')
    .where('video_id', '=', videoId)
    .where('generation', '<', generation)
    .execute();
}

export async function deleteKeysOfVideo(db: DbOrTrx, videoId: string): Promise<void> {
  await db.deleteFrom('content_keys').where('video_id', '=', videoId).execute();
}
