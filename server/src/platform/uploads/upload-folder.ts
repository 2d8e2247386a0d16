import { link, mkdir, open, readdir, rm, stat, statfs, utimes } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createReceivingCounter } from './count-receiving.ts';
import { receiveBytes } from './receive-bytes.ts';
import { storageFull } from './upload-errors.ts';
import type { UploadPlace, UploadStore } from './upload-store.ts';

/** Uploaded files can be read by the server's account only. */
const folderMode = 0o700;
const fileMode = 0o600;

/** Keeps uploaded files in one folder, each under a generated name. */
export function createUploadFolder(place: Omit<UploadPlace, 'bucket' | 'maxBytes'>): UploadStore {
  const { dir } = place;
  const locate = (name: string) => path.join(dir, name);
  async function requireReserve(expectedBytes: number): Promise<void> {
    await place.requireMore?.();
    const { bavail, bsize } = await statfs(dir);
    if (bavail * bsize - expectedBytes < place.reserveBytes) throw storageFull();
  }
  const { guard, receiving } = createReceivingCounter(() => requireReserve(0));

  async function requireSpace(expectedBytes: number): Promise<void> {
    await mkdir(dir, { recursive: true, mode: folderMode });
    await requireReserve(expectedBytes);
  }

  return {
    isShared: false,
    requireSpace,
    receiving,

    async write(name, source) {
      await using file = await open(locate(name), 'wx', fileMode);
      const target = file.createWriteStream({ flush: true });
      await pipeline(source, guard, target);
      await syncFolder(dir);
      return target.bytesWritten;
    },

    /** Makes an empty file that outlives a power cut. */
    async begin(name) {
      await using file = await open(locate(name), 'wx', fileMode);
      await file.sync();
      await syncFolder(dir);
      return null;
    },

    async receive({ name }, { offsetBytes, source, onStored }) {
      await requireSpace(0);
      await using file = await open(locate(name), 'r+');
      const onSynced = (to: number) => onStored({ offsetBytes: to, pieces: [] });
      const end = await receiveBytes(guard(source), { file, offsetBytes, onSynced });
      return { offsetBytes: end, pieces: [] };
    },

    async complete() {},

    async cutBack(name, offsetBytes) {
      await using file = await open(locate(name), 'r+');
      await file.truncate(offsetBytes);
    },

    async removePieces() {},

    async removeTails() {},

    async sizeOf(name) {
      const info = await stat(locate(name)).catch(undefinedWhenMissing);
      return info?.size ?? null;
    },

    async readStart(name, bytes) {
      await using file = await open(locate(name), 'r');
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    },

    async fetch(name) {
      const info = await stat(locate(name)).catch(undefinedWhenMissing);
      return info ? locate(name) : null;
    },

    async openRange(name, range) {
      const file = await open(locate(name), 'r').catch(undefinedWhenMissing);
      return file?.createReadStream(range) ?? null;
    },

    async share(from, to) {
      try {
        const now = new Date();
        // Before the second name appears, whose row does not exist yet.
        await utimes(locate(from), now, now);
        await link(locate(from), locate(to));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },

    async untouched(isWanted, since) {
      const names = (await readdir(dir).catch(undefinedWhenMissing)) ?? [];
      const found: string[] = [];
      for (const name of names.filter(isWanted)) {
        const info = await stat(locate(name)).catch(undefinedWhenMissing);
        if (info && info.mtimeMs < since.getTime()) found.push(name);
      }
      return found;
    },

    async remove(name) {
      await rm(locate(name), { force: true });
    },
  };
}

async function syncFolder(dir: string): Promise<void> {
  await using folder = await open(dir, 'r');
  await folder.sync();
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function undefinedWhenMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}
