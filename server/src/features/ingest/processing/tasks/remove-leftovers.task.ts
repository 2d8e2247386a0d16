import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { validate } from 'uuid';
import type { IngestDeps } from '../../ingest.deps.ts';
import { removePartLeftovers } from '../../parts/part-files.usecases.ts';
import { findUnfinishedJobIds } from '../attempts.repository.ts';

/** Longer than an upload may be silent: a file untouched for that long is not an active upload. */
const leastAgeMs = 10 * 60_000;
/**
 * Longer than the queue lets any try run: folders of posters, renewals and imports, whose next try a
 * worker on another machine may have made.
 */
const longestTryMs = 48 * 3_600_000;
const scratchPrefix = /^[a-z]+-/;
const sourceEnding = '.source';

type LeftoversDeps = Pick<IngestDeps, 'db' | 'clock' | 'store' | 'partStore' | 'workDir'>;

/**
 * Removes uploads and work folders that belong to no open job: of killed processes, and of jobs
 * that a worker on another machine ended.
 */
export async function removeLeftovers(deps: LeftoversDeps): Promise<void> {
  const { db, clock, store } = deps;
  const before = new Date(clock.now().getTime() - leastAgeMs);
  const isSource = (name: string) => name.endsWith(sourceEnding) && validate(idOf(name));
  const names = await store.untouched(isSource, before);
  const unfinished = await findUnfinishedJobIds(db, names.map(idOf), clock.now());
  for (const name of names) if (!unfinished.has(idOf(name))) await store.remove(name);
  await removePartLeftovers(deps);
  await removeWorkFolders(deps, before);
}

async function removeWorkFolders(
  { db, clock, workDir }: LeftoversDeps,
  before: Date,
): Promise<void> {
  const names = await readdir(workDir).catch(nothingWhenMissing);
  const ids = names.filter((name) => validate(name));
  const unfinished = await findUnfinishedJobIds(db, ids, clock.now());
  for (const id of ids.filter((each) => !unfinished.has(each))) {
    await removeIfOld(path.join(workDir, id), before);
  }
  const longAgo = new Date(clock.now().getTime() - longestTryMs);
  for (const name of names.filter((each) => validate(each.replace(scratchPrefix, '')))) {
    if (!validate(name)) await removeIfOld(path.join(workDir, name), longAgo);
  }
}

async function removeIfOld(folder: string, before: Date): Promise<void> {
  const info = await stat(folder).catch(nothingWhenMissing);
  if (!('mtimeMs' in info) || info.mtimeMs > before.getTime()) return;
  await rm(folder, { recursive: true, force: true });
}

function idOf(name: string): string {
  return name.endsWith(sourceEnding) ? name.slice(0, -sourceEnding.length) : name;
}

function nothingWhenMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
