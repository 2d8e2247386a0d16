import type { ContentKeys, QualityClass } from '@prahari/media';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { SealedColumn } from '../../../platform/crypto/reseal.ts';
import type { SealingKeys } from '../../../platform/crypto/seal.ts';
import { seal, unseal } from '../../../platform/crypto/seal.ts';
import type { Db, DbOrTrx } from '../../../platform/db/database.ts';
import type { ContentKeysRepository } from './content-keys.repository.ts';
import type { MakeKeys } from './make-keys.usecases.ts';

export interface OpenedKey {
  readonly keyId: Buffer;
  readonly key: Buffer;
  readonly qualityClass: QualityClass;
}

/** A key and what it opens. */
export interface FoundKey extends OpenedKey {
  readonly videoId: string;
}

/**
 * Opened keys that are kept in memory, and for how long. An id has one key for ever, so nothing
 * kept is ever wrong; who gets it is asked anew each time.
 */
const kept = { max: 3000, ttl: 60_000 };

export const contentKeyColumn: SealedColumn = {
  what: 'content keys',
  table: 'content_keys',
  column: 'sealed_key',
  context: 'content-key:{video_id}:{quality_class}',
};

/** The keys of videos: made once, sealed under the master key, opened for packaging and licences. */
export function createContentKeys(deps: {
  db: Db;
  clock: Clock;
  masterKey: SealingKeys;
  keys: ContentKeysRepository;
  makeKeys: MakeKeys;
}) {
  const { db, clock, masterKey, keys, makeKeys } = deps;
  const contextOf = (videoId: string, quality: QualityClass) => `content-key:${videoId}:${quality}`;

  async function open(from: DbOrTrx, videoId: string, generation?: number): Promise<OpenedKey[]> {
    const sealed = await keys.ofVideo(from, videoId, generation);
    return sealed.map(({ keyId, qualityClass, sealedKey }) => ({
      keyId,
      qualityClass,
      key: unseal(masterKey, sealedKey, contextOf(videoId, qualityClass)),
    }));
  }

  const known = new LRUCache<string, FoundKey>(kept);

  return {
    /**
     * Those of these keys that exist, of whatever videos. Without a query when all were found lately.
     * @throws UnsealError when they were sealed under another master key
     */
    async find(keyIds: readonly Buffer[]): Promise<FoundKey[]> {
      const ids = keyIds.map((keyId) => keyId.toString('hex'));
      const missing = keyIds.filter((_, i) => !known.has(ids[i] ?? ''));
      const fresh = missing.length > 0 ? await keys.find(db, missing) : [];
      for (const { sealedKey, ...found } of fresh) {
        const context = contextOf(found.videoId, found.qualityClass);
        const key = unseal(masterKey, sealedKey, context);
        known.set(found.keyId.toString('hex'), { ...found, key });
      }
      return ids.flatMap((id) => known.get(id) ?? []);
    },

    /**
     * Those of earlier generations too, which playbacks under way still hold.
     * @throws UnsealError when they were sealed under another master key
     */
    ofVideo: (videoId: string) => open(db, videoId),

    /** Under which keys, and in which folders, a video is published now. */
    async current(videoId: string): Promise<{ generation: number; keys: OpenedKey[] }> {
      const generation = (await keys.generationOf(db, videoId)) ?? 1;
      return { generation, keys: await open(db, videoId, generation) };
    },

    /**
     * The keys to encrypt with, made at the first try and the same in every later one. They are
     * committed before a byte is encrypted, so published media never lacks its keys, whenever the
     * process dies; keys without media open nothing.
     * @throws KeyServiceFailed where a service is to give them
     */
    async ensure(
      videoId: string,
      classes: ReadonlySet<QualityClass>,
      generation = 1,
    ): Promise<ContentKeys> {
      const there = new Set(
        (await keys.ofVideo(db, videoId, generation)).map((key) => key.qualityClass),
      );
      const missing = [...classes].filter((quality) => !there.has(quality));
      const made = missing.length > 0 ? await makeKeys(videoId, missing) : [];
      const fresh = made.map(({ keyId, key, qualityClass }) => ({
        ...{ keyId, qualityClass },
        sealedKey: seal(masterKey, key, contextOf(videoId, qualityClass)),
      }));
      const stored = await db.transaction().execute(async (trx) => {
        await keys.addMissing(trx, { videoId, generation }, fresh, clock.now());
        return open(trx, videoId, generation);
      });
      const wanted = stored.filter((key) => classes.has(key.qualityClass));
      return Object.fromEntries(
        wanted.map(({ qualityClass, keyId, key }) => [qualityClass, { keyId, key }]),
      );
    },
  };
}

export type ContentKeyring = ReturnType<typeof createContentKeys>;
