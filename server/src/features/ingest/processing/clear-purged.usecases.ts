import { writeWhenServed } from '../../../platform/disk/disk-wait.ts';
import { formatMediaPrefix } from '../../delivery/index.ts';
import { lockVideo } from '../../videos/index.ts';
import type { WorkerDeps } from '../ingest.deps.ts';

/**
 * Removes what was published of a video after it was purged. A purge locks the row until all of it is
 * gone: this waits for that.
 * @returns whether it was purged
 */
export async function clearPurged(
  { db, storage }: Pick<WorkerDeps, 'db' | 'storage'>,
  videoId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const find = () => db.transaction().execute((trx) => lockVideo(trx, videoId));
  if (await writeWhenServed(find, signal)) return false;
  await storage.removePrefix(formatMediaPrefix(videoId));
  return true;
}
