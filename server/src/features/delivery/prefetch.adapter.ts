import type { SessionCaller } from '../../platform/http/caller.ts';
import type { DeliveryDeps } from './delivery.deps.ts';
import { objectNotFound } from './delivery.errors.ts';
import { resolveObjectKey } from './object-key.rules.ts';

/** The most reads under way ahead of need; more would slow down requests that are needed now. */
const atMost = 32;

/**
 * Reads segments into memory before the player requests them; returns at once. Skips what can't be
 * read now: the player requests it anyway.
 * @throws AppError 404 unless the caller may play the video
 */
export function createPrefetch({
  log,
  objects,
  playableVideo,
}: Pick<DeliveryDeps, 'log' | 'objects' | 'playableVideo'>) {
  let underWay = 0;
  return async function prefetch(
    caller: SessionCaller,
    videoId: string,
    names: readonly string[],
  ): Promise<number> {
    if (!(await playableVideo(videoId, caller))) throw objectNotFound();
    const keys = names
      .map((name) => resolveObjectKey({ kind: 'media', videoId }, name))
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
