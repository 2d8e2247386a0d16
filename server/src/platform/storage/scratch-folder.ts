import { mkdir, rm } from 'node:fs/promises';

/**
 * Works in a folder of its own, empty at the beginning, whatever a killed process left in it, and
 * gone at the end. Nobody but this process's user reads it.
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
