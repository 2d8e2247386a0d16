import type { SessionCaller } from '../../platform/http/caller.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ObjectCache } from '../../platform/storage/object-cache.ts';
import { objectNotFound } from './delivery.errors.ts';
import { objectKeyOf } from './object-key.rules.ts';

export interface PrefetchDeps {
  readonly log: Log;
  readonly objects: ObjectCache;
  /** Finds a video; null when this caller may not see it, or it can't be played. */
  playableVideo(videoId: string, caller: SessionCaller): Promise<unknown>;
}

/** Reads that are under way for players ahead of their need; more would slow those who need now. */
const atMost = 32;

/**
 * Has segments read into memory before the player asks for them; answers at once. What can't be
 * taken now is left: the player will ask for it anyway.
 * @throws AppError 404 unless the caller may play the video
 */
export function createPrefetch({ log, objects, playableVideo }: PrefetchDeps) {
  let underWay = 0;
  return async function prefetch(
    caller: SessionCaller,
    videoId: string,
    names: readonly string[],
  ): Promise<number> {
    if (!(await playableVideo(videoId, caller))) throw objectNotFound();
    const keys = names
      .map((name) => objectKeyOf({ kind: 'media', videoId }, name))
      .filter((key) => key !== null)
      .slice(0, atMost - underWay);
    for (const key of keys) {
      underWay += 1;
      objects
        .get(key)
        .catch((err: unknown) => log.warn({ err }, 'a segment could not be read ahead'))
        .finally(() => {
          underWay -= 1;
        });
    }
    return keys.length;
  };
}

export type Prefetch = ReturnType<typeof createPrefetch>;
