import { LRUCache } from 'lru-cache';
import { readPictureSegmentSeconds } from '../manifest/dash-manifest.rules.ts';
import type { WatchDownloadsDeps } from './downloads.deps.ts';
import {
  beginFetching,
  createFetchingLearner,
  type FetchingLearner,
  joinFetching,
  type VideoPace,
} from './fetching.rules.ts';
import type { PlaybackPurposes } from './playback-purposes.adapter.ts';
import {
  computePace,
  createWatched,
  isLookupDue,
  type KeptFetching,
  unknownVideo,
  type VideoFacts,
  type Watched,
} from './watched-video.rules.ts';

/** A session and a video, as signed URLs name them. */
interface SignedPair {
  readonly sessionId: string;
  readonly videoId: string;
}

export interface OpenedVideo extends SignedPair {
  readonly playbackId: string;
  readonly userId: string;
  /** The copy that it fetches; null where it is watched. */
  readonly copyId: string | null;
  readonly durationSeconds: number | null;
  /** DASH. */
  readonly manifest: string;
}

type WatchedVideosDeps = Pick<
  WatchDownloadsDeps,
  'db' | 'clock' | 'log' | 'systemConfig' | 'videos' | 'findPlaybackSessions'
> & {
  readonly purposes: Pick<PlaybackPurposes, 'notePurpose'>;
  /** Called when the learner of segments that were already sent became known. */
  onIdentified(watched: Watched, nowMs: number): void;
};

/**
 * Remembers what each learner fetches of each video. The process that opened a video knows its learner
 * and its segment length; another one looks them up while the first two segments play.
 */
export function createWatchedVideos(deps: WatchedVideosDeps, kept: KeptFetching) {
  const { db, clock, log, purposes } = deps;
  /** By session and video. */
  const bySignIn = new LRUCache<string, Watched>(kept);
  /** By user and video: a new sign-in, even on another device, does not reset the count. */
  const byVideo = new LRUCache<string, Watched>(kept);
  const learners = new LRUCache<string, FetchingLearner>(kept);
  /** Playbacks opened by this process, by session and video. */
  const opened = new LRUCache<string, { userId: string; video: VideoFacts }>(kept);

  const computeCurrentPace = (watched: Watched): VideoPace =>
    computePace(watched, deps.systemConfig.current().playback);

  function findByOwner(userId: string, videoId: string, nowMs: number): Watched {
    const owner = `${userId}/${videoId}`;
    const before = byVideo.get(owner);
    const learner =
      learners.get(userId) ?? before?.fetching.learner ?? createFetchingLearner(nowMs);
    learners.set(userId, learner);
    const watched = before ?? createWatched(beginFetching('', nowMs, learner), { userId, videoId });
    byVideo.set(owner, watched);
    return watched;
  }

  /** Looks up learner and video of a playback, and adds the playback to what that learner fetched. */
  async function identify(key: string, meanwhile: Watched, playbackId: string): Promise<void> {
    const [found] = await deps.findPlaybackSessions(db, [playbackId]);
    if (!found) return;
    const { playback, video } = found;
    purposes.notePurpose(playbackId, playback.copyId);
    if (playback.copyId !== null) {
      // Nothing of it is watched: what was counted until now says nothing about its learner.
      if (bySignIn.get(key) === meanwhile) bySignIn.delete(key);
      return;
    }
    const { id, media_revision: mediaRevision } = video;
    const manifest = await deps.videos.readManifest({ id, mediaRevision }, 'dash', playback.scheme);
    const nowMs = clock.now().getTime();
    const known = findByOwner(playback.userId, id, nowMs);
    known.video = readVideoFacts(manifest, video.duration_seconds);
    bySignIn.set(key, known);
    joinFetching(known.fetching, meanwhile.fetching, computeCurrentPace(known), nowMs);
    deps.onIdentified(known, nowMs);
  }

  function tryIdentify(key: string, watched: Watched, playbackId: string): void {
    watched.failedMs = null;
    identify(key, watched, playbackId)
      .catch((err: unknown) => {
        watched.failedMs = clock.now().getTime();
        log.warn({ err }, 'a playback could not be looked up for its pace');
      })
      // A failed lookup must not stop players.
      .finally(() => {
        watched.isUnknown = false;
      });
  }

  return {
    computePace: computeCurrentPace,
    /** Finds what a learner fetches of a video, over all devices. */
    findByOwner,
    findLearner: (userId: string): FetchingLearner | undefined => learners.get(userId),
    /** Finds what a session fetches of a video; undefined where it fetched nothing yet. */
    find: (pair: SignedPair): Watched | undefined => bySignIn.get(nameSignedPair(pair)),
    has: (pair: SignedPair): boolean => bySignIn.has(nameSignedPair(pair)),
    list: (): Watched[] => [...new Set(bySignIn.values())],

    noteOpened({ userId, durationSeconds, manifest, ...pair }: OpenedVideo): void {
      const video = readVideoFacts(manifest, durationSeconds);
      opened.set(nameSignedPair(pair), { userId, video });
    },

    /** Finds what a segment counts to; looks up its learner where this process does not know them. */
    findOrIdentify(segment: SignedPair & { readonly playbackId: string }, nowMs: number): Watched {
      const { videoId, playbackId } = segment;
      const key = nameSignedPair(segment);
      const known = bySignIn.get(key);
      if (known) {
        if (isLookupDue(known, nowMs)) tryIdentify(key, known, playbackId);
        return known;
      }
      const own = opened.get(key);
      if (own) {
        const watched = findByOwner(own.userId, videoId, nowMs);
        watched.video = own.video;
        bySignIn.set(key, watched);
        return watched;
      }
      const watched = createWatched(beginFetching(playbackId, nowMs), null);
      bySignIn.set(key, watched);
      tryIdentify(key, watched, playbackId);
      return watched;
    },
  };
}

function nameSignedPair({ sessionId, videoId }: SignedPair): string {
  return `${sessionId}/${videoId}`;
}

/** @param manifest DASH */
function readVideoFacts(manifest: string, durationSeconds: number | null): VideoFacts {
  const pictureSegmentSeconds =
    readPictureSegmentSeconds(manifest) ?? unknownVideo.pictureSegmentSeconds;
  return { pictureSegmentSeconds, durationSeconds };
}
