import { mkdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Works in a folder of its own below that of some work, which only this process's user can read. What
 * earlier tries left there is removed first: they died, or were overtaken; its own at the end.
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
