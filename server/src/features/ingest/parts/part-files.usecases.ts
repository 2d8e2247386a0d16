import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { validate } from 'uuid';
import { linkFile } from '../../../platform/storage/link-tree.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import { findPartIds, type PartFile } from './parts.repository.ts';
import { formatPartFileName, parsePartFileName } from './parts.rules.ts';

export interface PartTry {
  readonly jobId: string;
  readonly partId: string;
  readonly fence: number;
}

/** Later than the change of any file, whatever its clock said. */
const farAheadMs = 7 * 24 * 3_600_000;
/** Longer than a part takes: a file that was untouched for so long is of a killed worker. */
const leastAgeMs = 10 * 60_000;

/**
 * Stores the files of a part where all workers find them.
 * @returns what they must be when they are fetched
 */
export async function storePartFiles(
  { partStore }: Pick<IngestDeps, 'partStore'>,
  made: PartTry,
  dir: string,
): Promise<PartFile[]> {
  await partStore.requireSpace(0);
  const files: PartFile[] = [];
  for (const name of (await readdir(dir)).toSorted()) {
    const file = path.join(dir, name);
    const { size } = await stat(file);
    files.push({ name, sizeBytes: size, sha256: await computeSha256(file) });
    if (size === 0) continue;
    const stored = formatPartFileName(made, name);
    // Of the same try, which was cut off.
    await partStore.remove(stored);
    await partStore.write(stored, createReadStream(file));
  }
  return files;
}

/**
 * Fetches the files of a part into a new folder.
 * @returns false when one is missing or is not what was stored
 */
export async function fetchPartFiles(
  { partStore }: Pick<IngestDeps, 'partStore'>,
  made: PartTry & { readonly files: readonly PartFile[] },
  dir: string,
  signal: AbortSignal,
): Promise<boolean> {
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true, mode: 0o700 });
  for (const { name, sizeBytes, sha256 } of made.files) {
    const file = path.join(dir, name);
    if (sizeBytes === 0) await writeFile(file, '', { mode: 0o600 });
    else {
      const found = await partStore.fetch(formatPartFileName(made, name), file, signal);
      if (found === null) return false;
      if (found !== file) await linkFile(found, file);
    }
    if ((await computeSha256(file)) !== sha256) return false;
  }
  return true;
}

/** Removes what one try stored, when it does not count. */
export async function removeFilesOfTry(
  { partStore }: Pick<IngestDeps, 'partStore'>,
  made: PartTry,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await partStore.remove(formatPartFileName(made, name));
}

/** Removes the files of all parts of a job, also those of workers that were killed. */
export async function removePartFiles(
  { partStore, clock }: Pick<IngestDeps, 'partStore' | 'clock'>,
  jobId: string,
): Promise<void> {
  const ahead = new Date(clock.now().getTime() + farAheadMs);
  const isOfJob = (name: string) => parsePartFileName(name)?.jobId === jobId;
  for (const name of await partStore.untouched(isOfJob, ahead)) await partStore.remove(name);
}

/** Removes files of parts that are no longer, of workers that were killed. */
export async function removePartLeftovers({
  db,
  clock,
  partStore,
}: Pick<IngestDeps, 'db' | 'clock' | 'partStore'>): Promise<void> {
  const before = new Date(clock.now().getTime() - leastAgeMs);
  const idOf = (name: string) => parsePartFileName(name)?.partId ?? '';
  const names = await partStore.untouched((name) => validate(idOf(name)), before);
  const needed = await findPartIds(db, names.map(idOf));
  for (const name of names) if (!needed.has(idOf(name))) await partStore.remove(name);
}

async function computeSha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
