import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SystemDeps } from '../system.deps.ts';
import { listPastCheckFolders } from './health.rules.ts';

/** The names of work folders of checks begin so. */
export const checkWorkPrefix = 'health-';
/** A check takes seconds. */
const leastAgeMs = 10 * 60_000;

/**
 * Removes leftovers of deep health checks whose process was killed.
 * @returns how many work folders were removed
 */
export async function purgeCheckLeftovers(
  { clock, storage, workDir }: Pick<SystemDeps, 'clock' | 'storage' | 'workDir'>,
  atMost: number,
): Promise<number> {
  for (const prefix of listPastCheckFolders(clock.now())) await storage.removePrefix(prefix);
  const names = await readdir(workDir).catch((): string[] => []);
  let removed = 0;
  for (const name of names.filter((each) => each.startsWith(checkWorkPrefix))) {
    if (removed >= atMost) break;
    if (await removeIfOld(path.join(workDir, name), clock.now())) removed += 1;
  }
  return removed;
}

async function removeIfOld(folder: string, now: Date): Promise<boolean> {
  const info = await stat(folder).catch(() => undefined);
  if (!info || now.getTime() - info.mtimeMs < leastAgeMs) return false;
  await rm(folder, { recursive: true, force: true });
  return true;
}
