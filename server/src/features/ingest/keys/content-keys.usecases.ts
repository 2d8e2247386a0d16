import type { EncryptionScheme } from '@prahari/contract';
import type { ContentKeys, QualityClass } from '@prahari/media';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { SealedColumn } from '../../../platform/crypto/reseal.ts';
import type { SealingKeys } from '../../../platform/crypto/seal.ts';
import { seal, unseal } from '../../../platform/crypto/seal.ts';
import type { Db, DbOrTrx } from '../../../platform/db/database.ts';
import type { Packaging } from '../../delivery/index.ts';
import type { ContentKeysRepository, KeySet } from './content-keys.repository.ts';
import type { MakeKeys } from './make-keys.usecases.ts';

export interface OpenedKey {
  readonly keyId: Buffer;
  readonly key: Buffer;
  readonly qualityClass: QualityClass;
  readonly scheme: EncryptionScheme;
}

/** A key and what it opens. */
export interface FoundKey extends OpenedKey {
  readonly videoId: string;
}

/**
 * Opened keys that are kept in memory, and for how long. An id has one key for ever, so a kept key
 * is never wrong; whether a caller gets it is checked each time.
 */
const kept = { max: 3000, ttl: 60_000 };

export const contentKeyColumn: SealedColumn = {
  what: 'content keys',
  table: 'content_keys',
  column: 'sealed_key',
  context: 'content-key:{video_id}:{quality_class}',
};

const first: Packaging = { generation: 1, scheme: 'cbcs' };

/**
 * Keeps the keys of videos: made once, sealed under the master key, opened for packaging and
 * licences.
 */
export function createContentKeys(deps: {
  db: Db;
  clock: Clock;
  masterKey: SealingKeys;
  keys: ContentKeysRepository;
  makeKeys: MakeKeys;
}) {
  const { db, clock, masterKey, keys, makeKeys } = deps;
  const contextOf = (videoId: string, quality: QualityClass) => `content-key:${videoId}:${quality}`;

  async function open(from: DbOrTrx, videoId: string, packaging?: Packaging): Promise<OpenedKey[]> {
    const sealed = await keys.ofVideo(from, videoId, packaging);
    return sealed.map(({ keyId, qualityClass, scheme, sealedKey }) => ({
      keyId,
      qualityClass,
      scheme,
      key: unseal(masterKey, sealedKey, contextOf(videoId, qualityClass)),
    }));
  }

  const known = new LRUCache<string, FoundKey>(kept);
  const knownSets = new LRUCache<string, readonly OpenedKey[]>(kept);

  return {
    /**
     * Finds those of these keys that exist, for all videos. Without a query when all were found
     * lately.
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
     * Reads keys of all schemes, and of earlier generations too, which playbacks under way still
     * hold. Without a query when asked for lately: what a revision of the media is encrypted with
     * was stored before it was published, and never changes.
     * @throws UnsealError when they were sealed under another master key
     */
    async ofRevision(videoId: string, mediaRevision: number): Promise<readonly OpenedKey[]> {
      const name = `${videoId}/${mediaRevision}`;
      const found = knownSets.get(name);
      if (found) return found;
      const opened = await open(db, videoId);
      knownSets.set(name, opened);
      return opened;
    },

    /** Under which keys, and in which folders, a video is published now, in its preferred scheme. */
    async current(videoId: string): Promise<{ packaging: Packaging; keys: OpenedKey[] }> {
      const packaging = (await keys.packagingOf(db, videoId)) ?? first;
      return { packaging, keys: await open(db, videoId, packaging) };
    },

    /**
     * Returns the keys to encrypt with, made at the first try and the same in every later one. They
     * are committed before a byte is encrypted, so published media never lacks its keys, whenever
     * the process dies; keys without media open nothing.
     * @throws KeyServiceFailed where a service is to give them
     */
    async ensure(
      { videoId, ...packaging }: KeySet,
      classes: ReadonlySet<QualityClass>,
    ): Promise<ContentKeys> {
      const { scheme } = packaging;
      const there = new Set(
        (await keys.ofVideo(db, videoId, packaging)).map((key) => key.qualityClass),
      );
      const missing = [...classes].filter((quality) => !there.has(quality));
      const made = missing.length > 0 ? await makeKeys(videoId, missing, scheme) : [];
      const fresh = made.map(({ keyId, key, qualityClass }) => ({
        keyId,
        qualityClass,
        sealedKey: seal(masterKey, key, contextOf(videoId, qualityClass)),
      }));
      const stored = await db.transaction().execute(async (trx) => {
        await keys.addMissing(trx, { videoId, ...packaging }, fresh, clock.now());
        return open(trx, videoId, packaging);
      });
      const wanted = stored.filter((key) => classes.has(key.qualityClass));
      return Object.fromEntries(
        wanted.map(({ qualityClass, keyId, key }) => [qualityClass, { keyId, key }]),
      );
    },
  };
}

export type ContentKeyring = ReturnType<typeof createContentKeys>;
