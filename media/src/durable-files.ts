import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Moves a file or folder to its final name so that it is there whole or not at all, also after a
 * power cut. Replaces what had that name before. Both names must be on one file system.
 */
export async function moveDurably(from: string, to: string): Promise<void> {
  await syncTree(from);
  // A folder can't be renamed over one that holds something.
  if ((await stat(from)).isDirectory()) await rm(to, { recursive: true, force: true });
  await rename(from, to);
  await sync(dirname(to));
}

async function syncTree(path: string): Promise<void> {
  if ((await stat(path)).isDirectory()) {
    for (const name of await readdir(path)) await syncTree(join(path, name));
  }
  await sync(path);
}

async function sync(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}
