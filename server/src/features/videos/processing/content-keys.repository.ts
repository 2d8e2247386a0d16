import type { QualityClass } from '@prahari/media';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';

export interface SealedKey {
  /** 16 bytes; not secret, it stands in the manifest. */
  readonly keyId: Buffer;
  readonly qualityClass: QualityClass;
  readonly sealedKey: Buffer;
}

/** The keys under which a video was packaged at one time. */
export interface KeySet {
  readonly videoId: string;
  /** From 1; counted up each time that the keys are renewed. */
  readonly generation: number;
}

export interface StoredKey extends SealedKey {
  readonly videoId: string;
}

export function createContentKeysRepository() {
  return {
    /** Adds keys for the classes of a generation that have none; those that are there stay. */
    async addMissing(
      db: DbOrTrx,
      { videoId, generation }: KeySet,
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
        generation,
      }));
      await db
        .insertInto('content_keys')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['video_id', 'quality_class', 'generation']).doNothing(),
        )
        .execute();
    },

    /** @param generation left out, those of earlier ones that are still there too */
    async ofVideo(db: DbOrTrx, videoId: string, generation?: number): Promise<SealedKey[]> {
      const all = db
        .selectFrom('content_keys')
        .select(['key_id', 'quality_class', 'sealed_key'])
        .where('video_id', '=', videoId);
      const rows = await (generation === undefined
        ? all
        : all.where('generation', '=', generation)
      ).execute();
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

    /** By which keys a video is packaged now; undefined when there is no such video. */
    async generationOf(db: DbOrTrx, videoId: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('videos')
        .select('key_generation')
        .where('id', '=', videoId)
        .executeTakeFirst();
      return row?.key_generation;
    },

    async removeBefore(db: DbOrTrx, { videoId, generation }: KeySet): Promise<void> {
      await db
        .deleteFrom('content_keys')
        .where('video_id', '=', videoId)
        .where('generation', '<', generation)
        .execute();
    },

    async removeOf(db: DbOrTrx, videoId: string): Promise<void> {
      await db.deleteFrom('content_keys').where('video_id', '=', videoId).execute();
    },
  };
}

export type ContentKeysRepository = ReturnType<typeof createContentKeysRepository>;
