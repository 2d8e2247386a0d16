import { createReadStream } from 'node:fs';
import { cp, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { isStorageKey, type ObjectStorage } from './storage.ts';

/** Large pieces: the default of 64 KiB costs a round trip through the thread pool each. */
const streamPieceBytes = 1024 ** 2;

/** Objects as files below `root`. */
export function openDiskStorage(root: string): ObjectStorage {
  const locate = (key: string): string => {
    if (!isStorageKey(key)) throw new RangeError('not a storage key');
    return path.join(root, key);
  };
  return {
    async publish(localDir, prefix, signal) {
      const target = locate(prefix);
      await mkdir(path.dirname(target), { recursive: true });
      await removeLeftovers(target);
      const arrived = `${target}.${uuidv7()}.new`;
      await moveTree(localDir, arrived, signal);
      await syncTree(arrived);
      const aside = `${target}.${uuidv7()}.old`;
      await rename(target, aside).catch(ignoreMissing);
      await rename(arrived, target);
      await syncFolder(path.dirname(target));
      await rm(aside, { recursive: true, force: true });
    },
    async publishFile(localFile, key) {
      const target = locate(key);
      await mkdir(path.dirname(target), { recursive: true });
      const arrived = `${target}.${uuidv7()}.new`;
      await moveTree(localFile, arrived);
      await syncFolder(arrived);
      await rename(arrived, target);
      await syncFolder(path.dirname(target));
    },
    async stat(key) {
      const info = await stat(locate(key)).catch(ignoreMissing);
      if (!info?.isFile()) return null;
      return {
        sizeBytes: info.size,
        etag: `"${info.size.toString(36)}-${info.mtimeMs.toString(36)}"`,
      };
    },
    async read(key) {
      const handle = await open(locate(key), 'r').catch(ignoreMissing);
      if (!handle) return null;
      try {
        // One read of the whole: readFile() goes in pieces, each a round trip through the thread pool.
        const info = await handle.stat();
        if (!info.isFile()) return null;
        const { size } = info;
        const body = Buffer.allocUnsafeSlow(size);
        const { bytesRead } = await handle.read(body, 0, size, 0);
        return bytesRead === size ? body : await handle.readFile();
      } finally {
        await handle.close();
      }
    },
    async stream(key, range) {
      return createReadStream(locate(key), { ...range, highWaterMark: streamPieceBytes });
    },
    list: (prefix) => listFolder(locate(prefix), prefix),
    async removePrefix(prefix) {
      // Who publishes meanwhile may put something into a folder that was just emptied.
      await rm(locate(prefix), { recursive: true, force: true, maxRetries: 3 });
    },
    async remove(key) {
      await rm(locate(key), { force: true });
    },
    removeUnfinished: (before) => removeUnfinishedBelow(root, before, depthOfNames),
  };
}

/** Of `videos/ID/NAME`, and of what else is published: nothing lies deeper under a name of its own. */
const depthOfNames = 3;
const unfinished = /\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.(?:new|old)$/;

async function removeUnfinishedBelow(folder: string, before: Date, depth: number): Promise<number> {
  let removed = 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const full = path.join(folder, entry.name);
    if (unfinished.test(entry.name)) {
      // When it was given this name; what is in it may be older.
      const info = await stat(full).catch(ignoreMissing);
      if (!info || info.ctime >= before) continue;
      await rm(full, { recursive: true, force: true });
      removed += 1;
    } else if (entry.isDirectory() && depth > 1) {
      removed += await removeUnfinishedBelow(full, before, depth - 1);
    }
  }
  return removed;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR')
    return undefined;
  throw error;
}

async function* listFolder(
  folder: string,
  prefix: string,
): AsyncGenerator<{ key: string; sizeBytes: number }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const [full, key] = [path.join(folder, entry.name), `${prefix}/${entry.name}`];
    if (entry.isDirectory()) yield* listFolder(full, key);
    else {
      const info = await stat(full).catch(ignoreMissing);
      if (info) yield { key, sizeBytes: info.size };
    }
  }
}

/** What a publication of the same prefix left beside it when the process was killed. */
async function removeLeftovers(target: string): Promise<void> {
  const folder = path.dirname(target);
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${path.basename(target)}.`) && /\.(?:old|new)$/.test(name)) {
      await rm(path.join(folder, name), { recursive: true, force: true });
    }
  }
}

/** Renames; copies where the two folders lie on different file systems. */
async function moveTree(from: string, to: string, signal?: AbortSignal): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    // Asked before each file.
    const filter = () => {
      signal?.throwIfAborted();
      return true;
    };
    await cp(from, to, { recursive: true, errorOnExist: true, filter }).catch(async (reason) => {
      // A full disk needs what was copied so far.
      await rm(to, { recursive: true, force: true });
      throw reason;
    });
    await rm(from, { recursive: true, force: true });
  }
}

/** Power may fail right after the row says 'ready': the bytes must be on the disk before. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(full);
    else await syncFolder(full);
  }
  await syncFolder(folder);
}

async function syncFolder(full: string): Promise<void> {
  const handle = await open(full, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
