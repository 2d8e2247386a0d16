import { mkdir, rm } from 'node:fs/promises';

/**
 * Works in a folder of its own, which is empty at the beginning even after a killed process, and
 * removed at the end. Only this process's user can read it.
 */
export async function inScratchFolder<Result>(
  folder: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
