import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { ObjectInfo, ObjectStorage } from './storage.ts';

export interface CachedObject extends ObjectInfo {
  whole(): Buffer | Promise<Readable>;
  /** A part; `end` is inclusive. */
  part(start: number, end: number): Buffer | Promise<Readable>;
}

export interface ObjectCache {
  /** Null when there is no such object. */
  get(key: string): Promise<CachedObject | null>;
}

/** Larger objects are streamed: one of them would push hundreds of segments out. */
const largestWholeBytes = 16 * 1024 ** 2;
/** What an entry costs besides its bytes, roughly. */
const overheadBytes = 512;

/**
 * Reads objects through memory: those of usual size are held whole, least recently used first out,
 * at most `maxBytes` together. Many who ask at once for the same object cause one read.
 * Published media is immutable, so entries are never refreshed.
 */
export function createObjectCache(storage: ObjectStorage, maxBytes: number): ObjectCache {
  const wholeLimit = Math.min(largestWholeBytes, Math.floor(maxBytes / 4));

  async function load(
    key: string,
  ): Promise<{ object: CachedObject; heldBytes: number } | undefined> {
    const info = await storage.stat(key);
    if (!info) return undefined;
    if (info.sizeBytes > wholeLimit) {
      return { object: streamed(storage, key, info), heldBytes: 0 };
    }
    const body = await storage.read(key);
    return body ? { object: held(body, info.etag), heldBytes: body.length } : undefined;
  }

  const cache = new LRUCache<string, { object: CachedObject; heldBytes: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ heldBytes }, key) => heldBytes + key.length + overheadBytes,
    fetchMethod: load,
  });
  return {
    async get(key) {
      return (await cache.fetch(key))?.object ?? null;
    },
  };
}

function held(body: Buffer, etag: string): CachedObject {
  return {
    sizeBytes: body.length,
    etag,
    whole: () => body,
    part: (start, end) => body.subarray(start, end + 1),
  };
}

function streamed(storage: ObjectStorage, key: string, info: ObjectInfo): CachedObject {
  return {
    ...info,
    whole: () => storage.stream(key),
    part: (start, end) => storage.stream(key, { start, end }),
  };
}
