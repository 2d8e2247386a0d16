import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { validate } from 'uuid';
import type { IngestDeps } from '../../ingest.deps.ts';
import { findUnfinishedJobIds } from '../attempts.repository.ts';

/** Longer than an upload may be silent: a file untouched for that long is not an active upload. */
const leastAgeMs = 10 * 60_000;

/** Removes uploads and work folders of killed processes that belong to no open job. */
export async function removeLeftovers({
  db,
  clock,
  uploadDir,
  workDir,
}: Pick<IngestDeps, 'db' | 'clock' | 'uploadDir' | 'workDir'>): Promise<void> {
  for (const folder of [uploadDir, workDir]) {
    const names = await readdir(folder).catch(nothingWhenMissing);
    const ids = names.map(parseJobId).filter((id) => id !== null);
    const unfinished = await findUnfinishedJobIds(db, ids, clock.now());
    for (const name of names) {
      const id = parseJobId(name);
      if (id !== null && !unfinished.has(id)) {
        await removeIfOld(path.join(folder, name), clock.now());
      }
    }
  }
}

async function removeIfOld(full: string, now: Date): Promise<void> {
  const info = await stat(full).catch(nothingWhenMissing);
  if (!('mtimeMs' in info)) return;
  if (now.getTime() - info.mtimeMs < leastAgeMs) return;
  await rm(full, { recursive: true, force: true });
}

function parseJobId(name: string): string | null {
  const id = name.replace(/\.source$/, '');
  return validate(id) ? id : null;
}

function nothingWhenMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
