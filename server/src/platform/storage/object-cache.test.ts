import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createObjectCache } from './object-cache.ts';
import type { ObjectStorage } from './storage.ts';

const mebibyte = 1024 ** 2;

/** Objects whose key contains their size: `a/100`; counts how often each is read completely. */
function countingStorage() {
  const reads = new Map<string, number>();
  const bodyOf = (key: string) => Buffer.alloc(Number(key.split('/')[1]), key);
  const storage: ObjectStorage = {
    publish: () => Promise.reject(new Error('not asked for')),
    publishFile: () => Promise.reject(new Error('not asked for')),
    list: () => Readable.from([]),
    removePrefix: () => Promise.reject(new Error('not asked for')),
    removeUnfinished: () => Promise.reject(new Error('not asked for')),
    remove: () => Promise.reject(new Error('not asked for')),
    async stat(key) {
      if (key.startsWith('missing')) return null;
      return { sizeBytes: Number(key.split('/')[1]), etag: `"${key}"` };
    },
    async read(key) {
      reads.set(key, (reads.get(key) ?? 0) + 1);
      return bodyOf(key);
    },
    async stream(key, range) {
      const body = bodyOf(key);
      return Readable.from([range ? body.subarray(range.start, range.end + 1) : body]);
    },
  };
  return { storage, reads, bodyOf };
}

describe('object cache', () => {
  it('reads an object once, however many ask at the same time', async () => {
    const { storage, reads, bodyOf } = countingStorage();
    const cache = createObjectCache(storage, 16 * mebibyte);
    const all = await Promise.all(Array.from({ length: 50 }, () => cache.get('a/1000')));
    for (const object of all) expect(await object?.whole()).toEqual(bodyOf('a/1000'));
    expect(await all[0]?.part(10, 19)).toEqual(bodyOf('a/1000').subarray(10, 20));
    expect(reads.get('a/1000')).toBe(1);
  });

  it('holds no more than its bytes, and lets the least recently used go', async () => {
    const { storage, reads } = countingStorage();
    const cache = createObjectCache(storage, 16 * mebibyte);
    const size = 3 * mebibyte;
    for (const name of ['a', 'b', 'c', 'd', 'e', 'a', 'f', 'a', 'b']) {
      await cache.get(`${name}/${size}`);
    }
    expect(reads.get(`a/${size}`)).toBe(1);
    expect(reads.get(`b/${size}`)).toBe(2);
  });

  it('answers all callers that ask for more at once than it can hold', async () => {
    const { storage } = countingStorage();
    const cache = createObjectCache(storage, 16 * mebibyte);
    const size = 3 * mebibyte;
    const keys = Array.from({ length: 20 }, (_, i) => `o${i}/${size}`);
    const objects = await Promise.all(keys.map((key) => cache.get(key)));
    expect(objects.map((object) => object?.sizeBytes)).toEqual(keys.map(() => size));
  });

  it('streams what is too large to be held', async () => {
    const { storage, reads, bodyOf } = countingStorage();
    const cache = createObjectCache(storage, 16 * mebibyte);
    const key = `a/${5 * mebibyte}`;
    const object = await cache.get(key);
    const whole = await object?.whole();
    const part = await object?.part(5, 9);
    if (!(whole instanceof Readable) || !(part instanceof Readable)) throw new Error('no streams');
    expect((await buffer(whole)).equals(bodyOf(key))).toBe(true);
    expect(await buffer(part)).toEqual(bodyOf(key).subarray(5, 10));
    expect(reads.size).toBe(0);
  });

  it('knows what is not there, and does not remember it', async () => {
    const { storage } = countingStorage();
    expect(await createObjectCache(storage, 16 * mebibyte).get('missing/1')).toBeNull();
  });
});
