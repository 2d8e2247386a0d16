import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { ObjectInfo, ObjectStorage } from './storage.ts';

export interface CachedObject extends ObjectInfo {
  whole(): Buffer | Promise<Readable>;
  /** Returns a part; `end` is inclusive. */
  part(start: number, end: number): Buffer | Promise<Readable>;
}

export interface ObjectCache {
  /** Returns an object; null when there is none of that key. */
  get(key: string): Promise<CachedObject | null>;
}

interface Entry {
  readonly object: CachedObject;
  readonly heldBytes: number;
}

/** Larger objects are streamed: one of them would push hundreds of segments out. */
const largestWholeBytes = 16 * 1024 ** 2;
/** The rough cost of an entry besides its bytes. */
const overheadBytes = 512;

/**
 * Reads objects through memory: those of usual size are held whole, least recently used first out,
 * at most `maxBytes` together. Simultaneous requests for the same object cause one read. Published
 * media is immutable, so entries are never refreshed.
 */
export function createObjectCache(storage: ObjectStorage, maxBytes: number): ObjectCache {
  const wholeLimit = Math.min(largestWholeBytes, Math.floor(maxBytes / 4));

  const cache = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ heldBytes }, key) => heldBytes + key.length + overheadBytes,
  });
  /** Apart from the cache, which would let go of reads under way when it is full. */
  const loading = new Map<string, Promise<Entry | null>>();

  async function load(key: string): Promise<Entry | null> {
    try {
      const entry = await readEntry(storage, key, wholeLimit);
      if (entry) cache.set(key, entry);
      return entry;
    } finally {
      loading.delete(key);
    }
  }

  return {
    async get(key) {
      const known = cache.get(key);
      if (known) return known.object;
      const underWay = loading.get(key) ?? load(key);
      loading.set(key, underWay);
      return (await underWay)?.object ?? null;
    },
  };
}

/** Reads an object as text. */
export async function readText(object: CachedObject): Promise<string> {
  const body = await object.whole();
  return Buffer.isBuffer(body) ? body.toString('utf8') : text(body);
}

async function readEntry(
  storage: ObjectStorage,
  key: string,
  wholeLimit: number,
): Promise<Entry | null> {
  const info = await storage.stat(key);
  if (!info) return null;
  if (info.sizeBytes > wholeLimit) return { object: streamed(storage, key, info), heldBytes: 0 };
  const body = await storage.read(key);
  return body && { object: held(body, info.etag), heldBytes: body.length };
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
