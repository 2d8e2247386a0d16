import type { QualityClass } from '@prahari/media';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';

export interface SealedKey {
  /** 16 bytes; not secret, it stands in the manifest. */
  readonly keyId: Buffer;
  readonly qualityClass: QualityClass;
  readonly sealedKey: Buffer;
}

export interface StoredKey extends SealedKey {
  readonly videoId: string;
}

export function createContentKeysRepository() {
  return {
    /** Adds keys for the classes that have none; those that are there stay. */
    async addMissing(
      db: DbOrTrx,
      videoId: string,
      keys: readonly SealedKey[],
      now: Date,
    ): Promise<void> {
      if (keys.length === 0) return;
      const rows = keys.map((key) => ({
        key_id: key.keyId,
        video_id: videoId,
        quality_class: key.qualityClass,
        sealed_key: key.sealedKey,
        created_at: now,
      }));
      await db
        .insertInto('content_keys')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['video_id', 'quality_class']).doNothing())
        .execute();
    },

    async ofVideo(db: DbOrTrx, videoId: string): Promise<SealedKey[]> {
      const rows = await db
        .selectFrom('content_keys')
        .select(['key_id', 'quality_class', 'sealed_key'])
        .where('video_id', '=', videoId)
        .execute();
      return rows.map((row) => ({
        keyId: row.key_id,
        qualityClass: row.quality_class,
        sealedKey: row.sealed_key,
      }));
    },

    /** Of any video. */
    async find(db: DbOrTrx, keyIds: readonly Buffer[]): Promise<StoredKey[]> {
      const rows = await db
        .selectFrom('content_keys')
        .select(['key_id', 'video_id', 'quality_class', 'sealed_key'])
        .where(sql<boolean>`key_id = ANY(${keyIds}::bytea[])`)
        .execute();
      return rows.map((row) => ({
        keyId: row.key_id,
        videoId: row.video_id,
        qualityClass: row.quality_class,
        sealedKey: row.sealed_key,
      }));
    },

    async removeOf(db: DbOrTrx, videoId: string): Promise<void> {
      await db.deleteFrom('content_keys').where('video_id', '=', videoId).execute();
    },
  };
}

export type ContentKeysRepository = ReturnType<typeof createContentKeysRepository>;
