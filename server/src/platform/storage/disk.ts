import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { isStorageKey, type ObjectStorage } from './storage.ts';

/** Objects as files below `root`. */
export function openDiskStorage(root: string): ObjectStorage {
  const locate = (key: string): string => {
    if (!isStorageKey(key)) throw new RangeError('not a storage key');
    return path.join(root, key);
  };
  return {
    async publish(localDir, prefix) {
      const target = locate(prefix);
      await syncTree(localDir);
      await mkdir(path.dirname(target), { recursive: true });
      const aside = `${target}.${uuidv7()}.old`;
      await rename(target, aside).catch(ignoreMissing);
      await rename(localDir, target);
      await syncFolder(path.dirname(target));
      await rm(aside, { recursive: true, force: true });
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
        return await handle.readFile();
      } finally {
        await handle.close();
      }
    },
    async stream(key, range) {
      return createReadStream(locate(key), range);
    },
    async removePrefix(prefix) {
      await rm(locate(prefix), { recursive: true, force: true });
    },
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR')
    return undefined;
  throw error;
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
