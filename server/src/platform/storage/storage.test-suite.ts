import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectStorage } from './storage.ts';

/**
 * Describes what every driver of the storage must do; `open` is called once, after `beforeAll` of
 * its file.
 */
export function describeStorage(name: string, open: () => Promise<ObjectStorage>): void {
  describe(name, () => {
    let storage: ObjectStorage;
    let folder: string;
    beforeAll(async () => {
      storage = await open();
      folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-storage-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const newPrefix = () => `videos/${uuidv7()}`;

    async function localFolder(files: Readonly<Record<string, Uint8Array>>): Promise<string> {
      const made = await mkdtemp(path.join(folder, 'out-'));
      for (const [file, bytes] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(made, file)), { recursive: true });
        await writeFile(path.join(made, file), bytes);
      }
      return made;
    }

    it('lists what lies below a prefix with its size, and nothing beside it', async () => {
      const prefix = newPrefix();
      const sizeOf = async (below: string) => {
        const found: Record<string, number> = {};
        for await (const { key, sizeBytes } of storage.list(below)) found[key] = sizeBytes;
        return found;
      };
      expect(await sizeOf(prefix)).toEqual({});
      const files = { 'manifest.mpd': randomBytes(20), 'v180/1.m4s': randomBytes(3000) };
      await storage.publish(await localFolder(files), `${prefix}/a`);
      await storage.publish(await localFolder(files), `${prefix}/ab`);
      expect(await sizeOf(`${prefix}/a`)).toEqual({
        [`${prefix}/a/manifest.mpd`]: 20,
        [`${prefix}/a/v180/1.m4s`]: 3000,
      });
      expect(Object.keys(await sizeOf(prefix))).toHaveLength(4);
    });

    it('gives back what was published, whole and in parts', async () => {
      const prefix = newPrefix();
      const segment = randomBytes(300_000);
      const files = { 'manifest.mpd': randomBytes(2000), 'v180/1.m4s': segment };
      const local = await localFolder(files);
      await storage.publish(local, prefix);
      expect(existsSync(local)).toBe(false);
      expect(await storage.read(`${prefix}/manifest.mpd`)).toEqual(files['manifest.mpd']);
      const key = `${prefix}/v180/1.m4s`;
      const known = await storage.stat(key);
      expect(known?.sizeBytes).toBe(segment.length);
      expect(known?.etag).toMatch(/^"[^"]+"$/);
      expect(await storage.stat(key)).toEqual(known);
      expect((await buffer(await storage.stream(key))).equals(segment)).toBe(true);
      const part = await buffer(await storage.stream(key, { start: 1000, end: 1999 }));
      expect(part.equals(segment.subarray(1000, 2000))).toBe(true);
      const last = segment.length - 1;
      expect(await buffer(await storage.stream(key, { start: last, end: last }))).toEqual(
        segment.subarray(last),
      );
    });

    it('keeps an object of many parts as it was', async () => {
      const prefix = newPrefix();
      const large = randomBytes(37_000_001);
      await storage.publish(await localFolder({ 'source/1.mp4': large }), prefix);
      const hash = createHash('sha256');
      for await (const piece of await storage.stream(`${prefix}/source/1.mp4`)) hash.update(piece);
      expect(hash.digest('hex')).toBe(createHash('sha256').update(large).digest('hex'));
    });

    it('keeps an empty object', async () => {
      const prefix = newPrefix();
      await storage.publish(await localFolder({ empty: Buffer.alloc(0) }), prefix);
      expect((await storage.stat(`${prefix}/empty`))?.sizeBytes).toBe(0);
      expect(await storage.read(`${prefix}/empty`)).toEqual(Buffer.alloc(0));
    });

    it('takes single files beside what was published, and replaces them', async () => {
      const prefix = newPrefix();
      const local = await localFolder({ 'v180/1.m4s': Buffer.from('1'), a: Buffer.from('1') });
      await storage.publishFile(path.join(local, 'a'), `${prefix}/poster.jpg`);
      expect(existsSync(path.join(local, 'a'))).toBe(false);
      await storage.publish(path.join(local, 'v180'), `${prefix}/v180`);
      const again = await localFolder({ a: Buffer.from('2') });
      await storage.publishFile(path.join(again, 'a'), `${prefix}/poster.jpg`);
      expect(await storage.read(`${prefix}/poster.jpg`)).toEqual(Buffer.from('2'));
      expect(await storage.read(`${prefix}/v180/1.m4s`)).toEqual(Buffer.from('1'));
    });

    it('replaces a prefix whole', async () => {
      const prefix = newPrefix();
      const first = { 'a.mpd': Buffer.from('1'), 'v180/1.m4s': Buffer.from('1') };
      await storage.publish(await localFolder(first), prefix);
      const second = { 'a.mpd': Buffer.from('2'), 'v360/1.m4s': Buffer.from('2') };
      await storage.publish(await localFolder(second), prefix);
      expect(await storage.read(`${prefix}/a.mpd`)).toEqual(Buffer.from('2'));
      expect(await storage.read(`${prefix}/v360/1.m4s`)).toEqual(Buffer.from('2'));
      expect(await storage.read(`${prefix}/v180/1.m4s`)).toBeNull();
    });

    it('knows what is not there', async () => {
      const prefix = newPrefix();
      await storage.publish(await localFolder({ 'v180/1.m4s': Buffer.from('1') }), prefix);
      for (const key of [`${prefix}/v180/2.m4s`, `${prefix}/v180`, 'nothing/at/all']) {
        expect(await storage.stat(key)).toBeNull();
        expect(await storage.read(key)).toBeNull();
      }
      const reading = async () => buffer(await storage.stream(`${prefix}/v180/2.m4s`));
      await expect(reading()).rejects.toThrow();
    });

    it('removes a prefix and not its namesakes', async () => {
      const prefix = newPrefix();
      for (const at of [prefix, `${prefix}1`]) {
        const files = { a: Buffer.from('1'), 'v180/1.m4s': Buffer.from('1') };
        await storage.publish(await localFolder(files), at);
      }
      await storage.removePrefix(prefix);
      await storage.removePrefix(prefix);
      expect(await storage.read(`${prefix}/a`)).toBeNull();
      expect(await storage.read(`${prefix}/v180/1.m4s`)).toBeNull();
      expect(await storage.read(`${prefix}1/a`)).toEqual(Buffer.from('1'));
    });

    it('removes one object, and nothing by a like name', async () => {
      const prefix = newPrefix();
      const files = { 'a.jpg': Buffer.from('1'), 'a.jpg2': Buffer.from('2') };
      await storage.publish(await localFolder(files), prefix);
      await storage.remove(`${prefix}/a.jpg`);
      await storage.remove(`${prefix}/a.jpg`);
      expect(await storage.read(`${prefix}/a.jpg`)).toBeNull();
      expect(await storage.read(`${prefix}/a.jpg2`)).toEqual(Buffer.from('2'));
    });

    it.each(['../x', '/etc/passwd', 'a/../b', 'a//b', '', 'a\\b', '.'])(
      'refuses %j as a key',
      async (key) => {
        await expect(storage.stat(key)).rejects.toThrow(RangeError);
        await expect(storage.read(key)).rejects.toThrow(RangeError);
        await expect(storage.stream(key)).rejects.toThrow(RangeError);
        await expect(storage.removePrefix(key)).rejects.toThrow(RangeError);
        await expect((async () => storage.remove(key))()).rejects.toThrow(RangeError);
        const local = await localFolder({ a: Buffer.from('1') });
        await expect(storage.publish(local, key)).rejects.toThrow(RangeError);
      },
    );

    it('serves many who read at once', async () => {
      const prefix = newPrefix();
      const segment = randomBytes(200_000);
      await storage.publish(await localFolder({ 'v180/1.m4s': segment }), prefix);
      const parts = await Promise.all(
        Array.from({ length: 100 }, async (_, i) =>
          buffer(await storage.stream(`${prefix}/v180/1.m4s`, { start: i, end: i + 999 })),
        ),
      );
      parts.forEach((part, i) => {
        expect(part.equals(segment.subarray(i, i + 1000))).toBe(true);
      });
    });
  });
}
