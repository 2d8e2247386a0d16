import type { IngestDeps } from '../../ingest.deps.ts';
import { resumableEnding } from '../resumable.usecases.ts';
import { deleteExpiredUploads, findNeededUploadIds } from '../resumable-uploads.repository.ts';

/** Longer than the time between a file and its row: a younger file may belong to a new upload. */
const leastAgeMs = 10 * 60_000;

/**
 * Removes uploads that waited too long for their next byte, and files without a row.
 * @returns how many uploads were removed
 */
export async function removeExpiredUploads(
  { db, clock, store }: Pick<IngestDeps, 'db' | 'clock' | 'store'>,
  atMost: number,
): Promise<number> {
  const now = clock.now();
  const expired = await deleteExpiredUploads(db, now, atMost);
  for (const id of expired) await store.remove(`${id}${resumableEnding}`);
  const isResumable = (name: string) => name.endsWith(resumableEnding);
  const names = await store.untouched(isResumable, new Date(now.getTime() - leastAgeMs));
  const idOf = (name: string) => name.slice(0, -resumableEnding.length);
  const needed = await findNeededUploadIds(db, names.map(idOf), now);
  for (const name of names) if (!needed.has(idOf(name))) await store.remove(name);
  return expired.length;
}
