import { mkdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Works in a new folder below that of some work, readable only by this process's account. Removes
 * leftovers of earlier tries first (they died, or were overtaken), and its own at the end.
 * @param fence of the lease on the work, so that no two tries write to one folder
 */
export async function runInScratchFolder<Result>(
  folder: string,
  fence: number,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const own = path.join(folder, `try-${fence}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(own, { recursive: true, mode: 0o700 });
  try {
    return await work(own);
  } finally {
    await rm(own, { recursive: true, force: true });
    // It stays where a later try works in it.
    await rmdir(folder).catch(() => undefined);
  }
}
