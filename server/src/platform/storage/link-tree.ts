import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes the same files appear in a second folder without copying them (hard links; copies where the
 * file system has none), so that publishing may take those and leave the first for another try.
 * Removes what was at `to`.
 */
export async function linkTree(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    await (entry.isDirectory() ? linkTree(source, target) : linkFile(source, target));
  }
}

/** Links one file; there must be none at `to`. */
export async function linkFile(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
