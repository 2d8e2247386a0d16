import { LRUCache } from 'lru-cache';
import { type CopyFetching, createCopyFetching } from './copy-fetching.rules.ts';
import type { WatchDownloadsDeps } from './downloads.deps.ts';
import { type KeptFetching, lookUpAgainMs } from './watched-video.rules.ts';

/** What a playback session is for; `asked` while it is looked up. */
type Purpose = CopyFetching | 'watch' | 'asked';

/** Remembers which playback sessions watch, and which fetch a copy to be kept. */
export function createPlaybackPurposes(
  {
    db,
    log,
    findPlaybackSessions,
  }: Pick<WatchDownloadsDeps, 'db' | 'log' | 'findPlaybackSessions'>,
  kept: KeptFetching,
) {
  /** By playback session. */
  const purposes = new LRUCache<string, Purpose>(kept);
  const copies = new LRUCache<string, CopyFetching>(kept);

  function findOrCreateCopy(copyId: string): CopyFetching {
    const copy = copies.get(copyId) ?? createCopyFetching(copyId);
    copies.set(copyId, copy);
    return copy;
  }

  function notePurpose(playbackId: string, copyId: string | null): void {
    purposes.set(playbackId, copyId === null ? 'watch' : findOrCreateCopy(copyId));
  }

  async function lookUpPurpose(playbackId: string): Promise<void> {
    const [found] = await findPlaybackSessions(db, [playbackId]);
    notePurpose(playbackId, found?.playback.copyId ?? null);
  }

  return {
    /** Finds the count of a copy by its id, so that resuming its download does not reset it. */
    findOrCreateCopy,
    /** @param copyId the copy that it fetches; null where it is watched */
    notePurpose,
    /**
     * Finds what was fetched of the copy that a playback session fetches; undefined where it is
     * watched, and while that is not known: then its segments are paced.
     * @param isFollowed whether its learner is known or being looked up: if not, that lookup is still
     * to come and finds the purpose, too
     */
    findCopy(playbackId: string, isFollowed: boolean): CopyFetching | undefined {
      const purpose = purposes.get(playbackId);
      if (purpose === undefined) {
        purposes.set(playbackId, 'asked');
        if (isFollowed) {
          lookUpPurpose(playbackId).catch((err: unknown) => {
            purposes.set(playbackId, 'asked', { ttl: lookUpAgainMs });
            log.warn({ err }, 'the purpose of a playback could not be looked up');
          });
        }
      }
      return typeof purpose === 'object' ? purpose : undefined;
    },
    /** Tells whether a playback session is known to fetch a copy. */
    isOfCopy: (playbackId: string): boolean => typeof purposes.get(playbackId) === 'object',
  };
}

export type PlaybackPurposes = ReturnType<typeof createPlaybackPurposes>;
