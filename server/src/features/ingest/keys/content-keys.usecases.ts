import type { EncryptionScheme } from '@prahari/contract';
import { type ContentKeys, makeContentKeys, type QualityClass } from '@prahari/media';
import { LRUCache } from 'lru-cache';
import type { SealedColumn } from '../../../platform/crypto/reseal.ts';
import { type SealingKeys, seal, unseal } from '../../../platform/crypto/seal.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { FencedWrite } from '../../../platform/jobs/lease.ts';
import type { Packaging } from '../../delivery/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import {
  findCurrentPackaging,
  findSealedKeys,
  insertMissingKeys,
  type KeySet,
  listKeysOfVideo,
} from './content-keys.repository.ts';
import { fetchContentKeys } from './key-service.adapter.ts';

export interface OpenedKey {
  readonly keyId: Buffer;
  readonly key: Buffer;
  readonly qualityClass: QualityClass;
  readonly scheme: EncryptionScheme;
}

/** A key and the class that it decrypts. */
export interface FoundKey extends OpenedKey {
  readonly videoId: string;
}

export interface NewKey {
  readonly qualityClass: QualityClass;
  readonly keyId: Buffer;
  readonly key: Buffer;
}

export const contentKeyColumn: SealedColumn = {
  what: 'content keys',
  table: 'content_keys',
  column: 'sealed_key',
  context: 'content-key:{video_id}:{quality_class}',
};

const contextOf = (videoId: string, quality: QualityClass) => `content-key:${videoId}:${quality}`;

const firstPackaging: Packaging = { generation: 1, scheme: 'cbcs' };

/** Finds the keys and the folders of a video's published media, in its preferred scheme. */
export async function findCurrentKeys(
  { db, masterKey }: Pick<IngestDeps, 'db' | 'masterKey'>,
  videoId: string,
): Promise<{ packaging: Packaging; keys: OpenedKey[] }> {
  const packaging = (await findCurrentPackaging(db, videoId)) ?? firstPackaging;
  return { packaging, keys: await openKeys(masterKey, db, videoId, packaging) };
}

/**
 * Returns the keys to encrypt with, made at the first try and the same in every later one. They
 * are committed before a byte is encrypted, so published media never lacks its keys, whenever
 * the process dies; keys without media open nothing.
 * @throws KeyServiceFailed where a service is to give them
 */
export async function ensureContentKeys(
  {
    db,
    clock,
    masterKey,
    keyService,
  }: Pick<IngestDeps, 'db' | 'clock' | 'masterKey' | 'keyService'>,
  { videoId, ...packaging }: KeySet,
  classes: ReadonlySet<QualityClass>,
  write: FencedWrite,
): Promise<ContentKeys> {
  const stored = await listKeysOfVideo(db, videoId, packaging);
  const known = new Set(stored.map((key) => key.qualityClass));
  const missing = [...classes].filter((quality) => !known.has(quality));
  const made =
    missing.length > 0
      ? await createContentKeys({ keyService }, videoId, missing, packaging.scheme)
      : [];
  const sealed = made.map(({ keyId, key, qualityClass }) => ({
    keyId,
    qualityClass,
    sealedKey: seal(masterKey, key, contextOf(videoId, qualityClass)),
  }));
  const opened = await write(async (trx) => {
    await insertMissingKeys(trx, { videoId, ...packaging }, sealed, clock.now());
    return openKeys(masterKey, trx, videoId, packaging);
  });
  const wanted = opened.filter((key) => classes.has(key.qualityClass));
  return Object.fromEntries(
    wanted.map(({ qualityClass, keyId, key }) => [qualityClass, { keyId, key }]),
  );
}

/**
 * Creates keys for a video, one for each class: by our own generator, or by the key service where
 * one is configured, under key IDs that we propose.
 * @throws KeyServiceFailed
 */
async function createContentKeys(
  { keyService }: Pick<IngestDeps, 'keyService'>,
  videoId: string,
  classes: readonly QualityClass[],
  scheme: EncryptionScheme,
): Promise<readonly NewKey[]> {
  const own = classes.map((qualityClass) => {
    const pair = makeContentKeys([qualityClass])[qualityClass];
    if (!pair) throw new Error(`no key was made for ${qualityClass}`);
    return { qualityClass, keyId: Buffer.from(pair.keyId), key: Buffer.from(pair.key) };
  });
  if (!keyService) return own;
  const keys = own.map(({ keyId, qualityClass }) => ({ keyId, qualityClass }));
  return fetchContentKeys(keyService, { contentId: videoId, keys, scheme });
}

/** @throws UnsealError when they were sealed under another master key */
async function openKeys(
  masterKey: SealingKeys,
  from: DbOrTrx,
  videoId: string,
  packaging?: Packaging,
): Promise<OpenedKey[]> {
  const sealed = await listKeysOfVideo(from, videoId, packaging);
  return sealed.map(({ keyId, qualityClass, scheme, sealedKey }) => ({
    keyId,
    qualityClass,
    scheme,
    key: unseal(masterKey, sealedKey, contextOf(videoId, qualityClass)),
  }));
}

/**
 * Opened keys that are kept in memory, and for how long. A key ID always has the same key, so a
 * cached key is never wrong; each caller's permission is checked each time.
 */
const kept = { max: 3000, ttl: 60_000 };

/** Opens keys for licences, and caches recently requested ones. */
export function createContentKeyCache({ db, masterKey }: Pick<IngestDeps, 'db' | 'masterKey'>) {
  const known = new LRUCache<string, FoundKey>(kept);
  const knownSets = new LRUCache<string, readonly OpenedKey[]>(kept);

  return {
    /**
     * Finds those of these keys that exist, for all videos. Without a query when all were found
     * recently.
     * @throws UnsealError when they were sealed under another master key
     */
    async findKeys(keyIds: readonly Buffer[]): Promise<FoundKey[]> {
      const ids = keyIds.map((keyId) => keyId.toString('hex'));
      const missing = keyIds.filter((_, i) => !known.has(ids[i] ?? ''));
      const fresh = missing.length > 0 ? await findSealedKeys(db, missing) : [];
      for (const { sealedKey, ...found } of fresh) {
        const context = contextOf(found.videoId, found.qualityClass);
        const key = unseal(masterKey, sealedKey, context);
        known.set(found.keyId.toString('hex'), { ...found, key });
      }
      return ids.flatMap((id) => known.get(id) ?? []);
    },

    /**
     * Lists keys of all schemes, including earlier generations, which running playbacks still use.
     * Without a query when recently requested: the keys of a media revision are stored before its
     * publication, and never change.
     * @throws UnsealError when they were sealed under another master key
     */
    async listKeysOfRevision(
      videoId: string,
      mediaRevision: number,
    ): Promise<readonly OpenedKey[]> {
      const name = `${videoId}/${mediaRevision}`;
      const found = knownSets.get(name);
      if (found) return found;
      const opened = await openKeys(masterKey, db, videoId);
      knownSets.set(name, opened);
      return opened;
    },
  };
}
