import { writeWhenServed } from '../../../platform/disk/disk-wait.ts';
import { formatMediaPrefix } from '../../delivery/index.ts';
import { lockVideo } from '../../videos/index.ts';
import type { WorkerDeps } from '../ingest.deps.ts';

/**
 * Removes media of a video that was published after its purge. A purge locks the row until
 * everything is removed: this waits for that.
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
