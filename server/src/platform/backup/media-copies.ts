import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { isStorageKey, type ObjectStorage } from '../storage/storage.ts';

export const mediaListName = 'media.jsonl';

const listed = z.object({ key: z.string(), sizeBytes: z.number() });
/** A stored object, as a backup lists it. */
export type ListedMedia = z.infer<typeof listed>;

/**
 * Lists all media as one line of JSON each. What was published never changes, so a list that is made
 * after the rows were read holds all that these name.
 * @param root the prefix below which media lies
 * @param copyTo a folder in which media that it lacks is stored, for all backups beside each other
 */
export async function listMedia(
  storage: ObjectStorage,
  { root, copyTo }: { readonly root: string; readonly copyTo: string | undefined },
): Promise<{ readonly lines: Readable; readonly total: { objects: number; sizeBytes: number } }> {
  const total = { objects: 0, sizeBytes: 0 };
  async function* write() {
    for await (const { key, sizeBytes } of storage.list(root)) {
      if (copyTo !== undefined && !(await keepCopy(storage, { key, sizeBytes }, copyTo))) continue;
      total.objects += 1;
      total.sizeBytes += sizeBytes;
      yield `${JSON.stringify({ key, sizeBytes })}\n`;
    }
  }
  return { lines: Readable.from(write()), total };
}

/** @returns false where the object was removed meanwhile */
async function keepCopy(
  storage: ObjectStorage,
  { key, sizeBytes }: ListedMedia,
  folder: string,
): Promise<boolean> {
  const target = path.join(folder, key);
  if ((await sizeOf(target)) === sizeBytes) return true;
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const arriving = `${target}.unfinished`;
  try {
    const file = createWriteStream(arriving, { mode: 0o600, flush: true });
    await pipeline(await storage.stream(key), file);
  } catch (error) {
    await rm(arriving, { force: true });
    if (await storage.stat(key)) throw error;
    return false;
  }
  await rename(arriving, target);
  return true;
}

/** Reads the list of a backup. */
export async function* readMediaList(lines: Readable): AsyncGenerator<ListedMedia> {
  for await (const line of createInterface({ input: lines, crlfDelay: Number.POSITIVE_INFINITY })) {
    const media = z.parse(listed, JSON.parse(line));
    if (!isStorageKey(media.key)) throw new RangeError('a backup lists no key of media');
    yield media;
  }
}

/** Tells where an object of a backup can be had: in the store already, beside the backup, or nowhere. */
export async function findMedia(
  storage: ObjectStorage,
  { key, sizeBytes }: ListedMedia,
  copies: string,
): Promise<'stored' | 'copied' | 'missing'> {
  if ((await storage.stat(key))?.sizeBytes === sizeBytes) return 'stored';
  return (await sizeOf(path.join(copies, key))) === sizeBytes ? 'copied' : 'missing';
}

/**
 * Puts a copy back into the store.
 * @param scratch a folder for it on its way
 */
export async function putMediaBack(
  storage: ObjectStorage,
  key: string,
  { copies, scratch }: { readonly copies: string; readonly scratch: string },
): Promise<void> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const file = path.join(scratch, randomUUID());
  await copyFile(path.join(copies, key), file);
  await storage.publishFile(file, key);
}

async function sizeOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}
