import { createReadStream, type Stats } from 'node:fs';
import { chmod, chown, cp, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { listMadeFolders } from '../disk/made-folders.ts';
import { isStorageKey, type ObjectStorage } from './storage.ts';

/** Large pieces: the default of 64 KiB costs a round trip through the thread pool each. */
const streamPieceBytes = 1024 ** 2;

/**
 * Opens a store that keeps objects as files below `root`. The group of `root` may read what is
 * published and others may not, with any umask.
 */
export function openDiskStorage(root: string): ObjectStorage {
  const locate = (key: string): string => {
    if (!isStorageKey(key)) throw new RangeError('not a storage key');
    return path.join(root, key);
  };
  return {
    async publish(localDir, prefix, signal) {
      const target = locate(prefix);
      const gid = await makeFolder(root, path.dirname(target));
      await removeLeftovers(target);
      const arrived = `${target}.${uuidv7()}.new`;
      await moveTree(localDir, arrived, signal);
      await settleTree(arrived, gid);
      const aside = `${target}.${uuidv7()}.old`;
      await rename(target, aside).catch(ignoreMissing);
      await rename(arrived, target);
      await syncFolder(path.dirname(target));
      await rm(aside, { recursive: true, force: true });
    },
    async publishFile(localFile, key) {
      const target = locate(key);
      const gid = await makeFolder(root, path.dirname(target));
      const arrived = `${target}.${uuidv7()}.new`;
      await moveTree(localFile, arrived);
      await settle(arrived, gid);
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
      // A simultaneous publication may put something into a folder that was just emptied.
      await rm(locate(prefix), { recursive: true, force: true, maxRetries: 3 });
    },
    async remove(key) {
      await rm(locate(key), { force: true });
    },
    removeUnfinished: (before) => removeUnfinishedBelow(root, before, depthOfNames),
  };
}

/** Of `KIND/ID/NAME`: nothing deeper has a separate name. */
const depthOfNames = 3;
const unfinished = /\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.(?:new|old)$/;

async function removeUnfinishedBelow(folder: string, before: Date, depth: number): Promise<number> {
  let removed = 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const full = path.join(folder, entry.name);
    if (unfinished.test(entry.name)) {
      // When it got this name; its contents may be older.
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

/** Removes what a publication of the same prefix left beside it when the process was killed. */
async function removeLeftovers(target: string): Promise<void> {
  const folder = path.dirname(target);
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${path.basename(target)}.`) && /\.(?:old|new)$/.test(name)) {
      await rm(path.join(folder, name), { recursive: true, force: true });
    }
  }
}

/** Renames a tree; copies it if the two folders are on different file systems. */
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

const folderMode = 0o750;
const fileMode = 0o640;

/** Makes a folder, and those above it that are missing. @returns the group of `root` */
async function makeFolder(root: string, folder: string): Promise<number> {
  const first = await mkdir(folder, { recursive: true, mode: folderMode });
  const { gid } = await stat(root);
  for (const made of listMadeFolders(folder, first)) {
    await giveRights(
      { chown: (uid) => chown(made, uid, gid), chmod: (mode) => chmod(made, mode) },
      await stat(made),
      gid,
    );
  }
  return gid;
}

async function settleTree(folder: string, gid: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    await (entry.isDirectory() ? settleTree(full, gid) : settle(full, gid));
  }
  await settle(folder, gid);
}

/**
 * Syncs bytes and modes to the disk before the row says 'ready', since power may fail right after.
 */
async function settle(full: string, gid: number): Promise<void> {
  const handle = await open(full, 'r');
  try {
    await giveRights(
      { chown: (uid) => handle.chown(uid, gid), chmod: (mode) => handle.chmod(mode) },
      await handle.stat(),
      gid,
    );
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface Rights {
  chown(uid: number): Promise<void>;
  chmod(mode: number): Promise<void>;
}

async function giveRights(rights: Rights, stats: Stats, gid: number): Promise<void> {
  // A user outside that group may not change it; the start reports that.
  if (stats.gid !== gid) await rights.chown(stats.uid).catch(ignoreRefusal);
  await rights.chmod(stats.isDirectory() ? folderMode : fileMode).catch(ignoreRefusal);
}

/**
 * Ignores refusals of file systems without owners and modes: there `root` is as open as it was
 * mounted.
 */
function ignoreRefusal(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM' && error.code !== 'ENOTSUP') throw error;
}

async function syncFolder(full: string): Promise<void> {
  const handle = await open(full, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
