import { formatMediaPrefix, isPictureName } from '../../../delivery/index.ts';
import type { IngestDeps } from '../../ingest.deps.ts';
import { listVideosToCount, upsertStoredMedia } from '../stored-media.repository.ts';

/** Counted again after this time even without a reported change. */
const againAfterMs = 7 * 24 * 3_600_000;

type CountDeps = Pick<IngestDeps, 'db' | 'clock' | 'storage'>;

/** Counts the media of a video after a publication. A failure is only logged: the next sweep counts it. */
export async function countVideoMedia(
  deps: CountDeps & Pick<IngestDeps, 'log'>,
  videoId: string,
): Promise<void> {
  await countMedia(deps, videoId).catch((error: unknown) =>
    deps.log.warn({ err: error, videoId }, 'stored media could not be counted'),
  );
}

/**
 * Counts the media of videos that were never counted, or not recently: in the worker, never while a
 * user waits.
 * @returns how many were counted
 */
export async function countStaleMedia(deps: CountDeps, atMost: number): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - againAfterMs);
  const ids = await listVideosToCount(deps.db, before, atMost);
  for (const id of ids) await countMedia(deps, id);
  return ids.length;
}

async function countMedia({ db, clock, storage }: CountDeps, videoId: string): Promise<void> {
  const prefix = formatMediaPrefix(videoId);
  // Changes from now on are counted next time.
  const measured_at = clock.now();
  let [media_bytes, poster_bytes, objects] = [0, 0, 0];
  for await (const { key, sizeBytes } of storage.list(prefix)) {
    const name = key.slice(prefix.length + 1);
    const [folder = ''] = name.split('/');
    if (isPictureName(folder)) poster_bytes += sizeBytes;
    else media_bytes += sizeBytes;
    objects += 1;
  }
  await upsertStoredMedia(db, {
    video_id: videoId,
    media_bytes,
    poster_bytes,
    objects,
    measured_at,
  });
}
