import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { Log } from '../../../../platform/log/log.ts';
import type { ObjectStorage } from '../../../../platform/storage/storage.ts';
import { isPictureName, mediaPrefixOf } from '../../../delivery/index.ts';
import type { StoredMediaRepository } from '../stored-media.repository.ts';

/** Counted again after so long even without news of a change. */
const againAfterMs = 7 * 24 * 3_600_000;

export interface CountMediaDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: Pick<ObjectStorage, 'list'>;
  readonly stored: StoredMediaRepository;
}

/** Counts what lies in the object store for videos: in the worker, never while a user waits. */
export function createCountMedia({ db, clock, log, storage, stored }: CountMediaDeps) {
  async function count(videoId: string): Promise<void> {
    const prefix = mediaPrefixOf(videoId);
    // What changes from now on is counted next time.
    const measured_at = clock.now();
    let [media_bytes, poster_bytes, objects] = [0, 0, 0];
    for await (const { key, sizeBytes } of storage.list(prefix)) {
      const name = key.slice(prefix.length + 1);
      const [folder = ''] = name.split('/');
      if (isPictureName(folder)) poster_bytes += sizeBytes;
      else media_bytes += sizeBytes;
      objects += 1;
    }
    await stored.put(db, { video_id: videoId, media_bytes, poster_bytes, objects, measured_at });
  }

  return {
    /** After a publication. A failure is no matter: the next sweep counts it. */
    async afterPublication(videoId: string): Promise<void> {
      await count(videoId).catch((error: unknown) =>
        log.warn({ err: error, videoId }, 'stored media could not be counted'),
      );
    },

    /** Counts up to so many that were not counted, or long ago. @returns how many were counted */
    async sweep(atMost: number): Promise<number> {
      const before = new Date(clock.now().getTime() - againAfterMs);
      const ids = await stored.stale(db, before, atMost);
      for (const id of ids) await count(id);
      return ids.length;
    },
  };
}
