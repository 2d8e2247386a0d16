import { type IncidentConfidence, limits } from '@prahari/contract';
import { LRUCache } from 'lru-cache';
import { holdAtMost } from '../../../platform/cache/hold-at-most.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { PublishDeps } from '../../../platform/db/publish-to-processes.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import { readPictureSegmentSeconds } from '../manifest/dash-manifest.rules.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { findLastReports, findPlaybackSessions } from '../sessions/sessions.repository.ts';
import type { sumJumpedSeconds } from '../telemetry/playback-events.repository.ts';
import { type CopyFetching, countCopyFetch, createCopyFetching } from './copy-fetching.rules.ts';
import {
  allowForJumps,
  beginFetching,
  computeFreshSeconds,
  countFetch,
  createFetchingLearner,
  type FetchingLearner,
  isSurer,
  joinFetching,
  notePageReport,
  noteRecorded,
  type SegmentFetch,
  type VideoPace,
} from './fetching.rules.ts';
import { isUnexplained, judgeFetching } from './judge-fetching.rules.ts';
import { shareFetching } from './share-fetching.adapter.ts';
import { countUnrecordedBare, judgeSilence, type Silence } from './silence.rules.ts';
import {
  createWatched,
  unknownVideo,
  type VideoFacts,
  type Watched,
} from './watched-video.rules.ts';

const lookEveryMs = 5000;
/** The shortest time between two readings of one page's reports. */
const readReportsEveryMs = 1000;
/** The pause before the learner of a playback is looked up again after a failure. */
const identifyAgainMs = 5000;
/** Pairs of learner and video that one process remembers; the longest idle goes first. */
const mostFetchings = 20_000;
/** How long signed URLs are valid: segments fetched in that time still count as fetched. */
const rememberMs = limits.videoAccessSessionSeconds * 1000;
/** Anything idle for longer has been judged already. */
const lookBackMs = 60_000;

/** A video that is fetched faster than it plays, or by something other than a player. */
export interface SuspectedDownload {
  readonly playbackId: string;
  readonly confidence: IncidentConfidence;
  /** Media seconds that were fetched, within `withinSeconds`. */
  readonly fetchedSeconds: number;
  readonly withinSeconds: number;
  /** Whether the page of the playback session ever reported. */
  readonly hasReported: boolean;
}

export interface WatchDownloadsDeps extends PublishDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly systemConfig: LiveConfig;
  readonly videos: Pick<PlaybackPorts['videos'], 'readManifest'>;
  readonly findPlaybackSessions: typeof findPlaybackSessions;
  readonly findLastReports: typeof findLastReports;
  readonly sumJumpedSeconds: typeof sumJumpedSeconds;
  recordDownload(download: SuspectedDownload): Promise<void>;
  recordSilence(playbackId: string, silence: Silence): Promise<void>;
  recordBareFetches(playbackId: string, requests: number): Promise<void>;
}

export interface AdmittedSegment extends SegmentFetch {
  readonly sessionId: string;
  readonly videoId: string;
  /** Whether nginx sent it already. */
  readonly isSent?: boolean;
}

export interface OpenedVideo {
  readonly playbackId: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly videoId: string;
  /** The copy that it fetches; null where it is watched. */
  readonly copyId: string | null;
  readonly durationSeconds: number | null;
  /** DASH. */
  readonly manifest: string;
}

/** What a playback session is for; `asked` while it is looked up. */
type Purpose = CopyFetching | 'watch' | 'asked';

/**
 * Follows in memory how fast each learner fetches videos, delays fetches faster than playback, and
 * records downloads. The process that opened a video knows its learner and its segment length;
 * another one looks them up while the first two segments play. If more is fetched than a player can
 * buffer, the page's reports are read too. Segments that other processes sent count as soon as they are
 * published. A playback session that fetches a copy to be kept is not delayed, and gets each segment a few
 * times.
 */
export function createDownloadWatch(deps: WatchDownloadsDeps) {
  const { db, clock, log } = deps;
  const kept = { ...holdAtMost(mostFetchings), ttl: rememberMs };
  /** By session and video, as signed URLs name them. */
  const bySignIn = new LRUCache<string, Watched>(kept);
  /** By user and video: a new sign-in, even on another device, does not reset the count. */
  const byVideo = new LRUCache<string, Watched>(kept);
  const learners = new LRUCache<string, FetchingLearner>(kept);
  /** Playbacks opened by this process, by session and video. */
  const opened = new LRUCache<string, { userId: string; video: VideoFacts }>(kept);
  /** By playback session. */
  const purposes = new LRUCache<string, Purpose>(kept);
  const copies = new LRUCache<string, CopyFetching>(kept);
  let looking = Promise.resolve();
  /** Since when this process can read what pages reported. */
  let listeningSinceMs = clock.now().getTime();

  function computePace(watched: Watched): VideoPace {
    const { bufferingGoalSeconds, rebufferingGoalSeconds, ...policy } =
      deps.systemConfig.current().playback;
    const { progressEverySeconds, streamsPerLearner } = policy;
    const goalSeconds = Math.max(bufferingGoalSeconds, rebufferingGoalSeconds);
    watched.goalSeconds = Math.max(watched.goalSeconds, goalSeconds);
    return {
      ...watched.video,
      bufferingGoalSeconds: watched.goalSeconds,
      progressEverySeconds,
      streamsPerLearner,
    };
  }

  /** Finds the count of a copy by its id, so that resuming its download does not reset it. */
  function findOrCreateCopy(copyId: string): CopyFetching {
    const copy = copies.get(copyId) ?? createCopyFetching(copyId);
    copies.set(copyId, copy);
    return copy;
  }

  function notePurpose(playbackId: string, copyId: string | null): void {
    purposes.set(playbackId, copyId === null ? 'watch' : findOrCreateCopy(copyId));
  }

  async function lookUpPurpose(playbackId: string): Promise<void> {
    const [found] = await deps.findPlaybackSessions(db, [playbackId]);
    notePurpose(playbackId, found?.playback.copyId ?? null);
  }

  /**
   * Finds what was fetched of the copy that a playback session fetches; undefined where it is
   * watched, and while that is not known: then its segments are paced.
   */
  function findCopy({ playbackId, sessionId, videoId }: AdmittedSegment): CopyFetching | undefined {
    const purpose = purposes.get(playbackId);
    if (purpose === undefined) {
      purposes.set(playbackId, 'asked');
      // Otherwise it is looked up with its learner.
      if (bySignIn.has(`${sessionId}/${videoId}`)) {
        lookUpPurpose(playbackId).catch((err: unknown) => {
          purposes.set(playbackId, 'asked', { ttl: identifyAgainMs });
          log.warn({ err }, 'the purpose of a playback could not be looked up');
        });
      }
    }
    return typeof purpose === 'object' ? purpose : undefined;
  }

  /** Finds what a learner fetches of a video, over all devices. */
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
    notePurpose(playbackId, playback.copyId);
    if (playback.copyId !== null) {
      // Nothing of it is watched: what was counted until now says nothing about its learner.
      if (bySignIn.get(key) === meanwhile) bySignIn.delete(key);
      return;
    }
    const { id, media_revision: mediaRevision } = video;
    const manifest = await deps.videos.readManifest({ id, mediaRevision }, 'dash', playback.scheme);
    const nowMs = clock.now().getTime();
    const known = findByOwner(playback.userId, id, nowMs);
    known.video = {
      pictureSegmentSeconds:
        readPictureSegmentSeconds(manifest) ?? unknownVideo.pictureSegmentSeconds,
      durationSeconds: video.duration_seconds,
    };
    bySignIn.set(key, known);
    joinFetching(known.fetching, meanwhile.fetching, computePace(known), nowMs);
    share.noteFetched(known, nowMs);
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

  function findWatched(
    { sessionId, videoId, playbackId }: AdmittedSegment,
    nowMs: number,
  ): Watched {
    const key = `${sessionId}/${videoId}`;
    const known = bySignIn.get(key);
    if (known) {
      const isDue = known.failedMs !== null && nowMs - known.failedMs >= identifyAgainMs;
      if (isDue) tryIdentify(key, known, playbackId);
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
  }

  /** Reads when the page of a playback reported to any process, and how far it jumped. */
  async function readReports(watched: Watched): Promise<void> {
    const { fetching } = watched;
    const { playbackId } = fetching;
    watched.reportsReadMs = clock.now().getTime();
    const at = (await deps.findLastReports(db, [playbackId])).get(playbackId);
    const seconds = await deps.sumJumpedSeconds(db, playbackId);
    if (fetching.playbackId !== playbackId) return;
    if (at) notePageReport(fetching, at.getTime());
    allowForJumps(fetching, seconds, computePace(watched), clock.now().getTime());
  }

  async function tryReadReports(watched: Watched): Promise<void> {
    await readReports(watched).catch((err: unknown) =>
      log.warn({ err }, 'the reports of a playback could not be read'),
    );
  }

  /** Records what need not be a download, but is worth an administrator's attention. */
  async function recordOddities({ fetching }: Watched, pace: VideoPace): Promise<void> {
    const { playbackId } = fetching;
    const bare = countUnrecordedBare(fetching);
    if (bare > 0) {
      await deps.recordBareFetches(playbackId, bare);
      fetching.bareRecorded += bare;
    }
    const silence = fetching.isSilenceRecorded
      ? null
      : judgeSilence(fetching, pace, listeningSinceMs);
    if (silence === null) return;
    await deps.recordSilence(playbackId, silence);
    fetching.isSilenceRecorded = true;
  }

  async function look(): Promise<void> {
    const nowMs = clock.now().getTime();
    // What other processes alone serve is theirs to judge.
    const recent = [...new Set(bySignIn.values())].filter(
      ({ fetching }) => fetching.requests > 0 && nowMs - fetching.lastMs <= lookBackMs,
    );
    const heard = await deps.findLastReports(
      db,
      recent.map(({ fetching }) => fetching.playbackId),
    );
    for (const watched of recent) {
      const { fetching } = watched;
      const at = heard.get(fetching.playbackId);
      if (at) notePageReport(fetching, at.getTime());
      await recordOddities(watched, computePace(watched));
      if (isUnexplained(fetching, computePace(watched), nowMs)) await tryReadReports(watched);
      const confidence = judgeFetching(fetching, computePace(watched), nowMs);
      if (confidence === null || !isSurer(confidence, fetching.recorded)) continue;
      noteRecorded(fetching, confidence, nowMs);
      share.noteRecorded(watched, confidence);
      await deps.recordDownload({
        playbackId: fetching.playbackId,
        confidence,
        fetchedSeconds: Math.round(computeFreshSeconds(fetching)),
        withinSeconds: Math.max(1, Math.round((fetching.lastMs - fetching.begunMs) / 1000)),
        hasReported: fetching.lastReportMs !== null,
      });
    }
  }

  function lookNow(): Promise<void> {
    looking = looking.then(look).catch((err: unknown) => {
      // Pages could not report either: their silence meanwhile says nothing.
      listeningSinceMs = clock.now().getTime();
      log.warn({ err }, 'downloads could not be looked for');
    });
    return looking;
  }

  const share = shareFetching(
    deps,
    {
      findLearner: (userId) => learners.get(userId),
      findByOwner,
      findCopy: findOrCreateCopy,
      computePace,
    },
    kept,
  );
  const timer = setInterval(() => void lookNow(), lookEveryMs);
  timer.unref();
  return {
    /**
     * Records which learner opened a video here: its segments count for that learner from the first
     * one.
     */
    open({ playbackId, sessionId, userId, videoId, copyId, ...media }: OpenedVideo): void {
      notePurpose(playbackId, copyId);
      if (copyId !== null) return;
      const { durationSeconds, manifest } = media;
      const pictureSegmentSeconds =
        readPictureSegmentSeconds(manifest) ?? unknownVideo.pictureSegmentSeconds;
      const video = { pictureSegmentSeconds, durationSeconds };
      opened.set(`${sessionId}/${videoId}`, { userId, video });
    },

    /**
     * Counts a segment that may be sent.
     * @returns seconds to wait, 0 for playback; Infinity for a refusal
     */
    countSegment(segment: AdmittedSegment): number {
      const isPaced = deps.systemConfig.current().playback.paceDownloads;
      const copy = findCopy(segment);
      if (copy) {
        const waitSeconds = countCopyFetch(copy, segment);
        share.noteCopyFetched(copy);
        return isPaced ? waitSeconds : 0;
      }
      const nowMs = clock.now().getTime();
      const watched = findWatched(segment, nowMs);
      const isHeldBack = watched.isUnknown && segment.isSent !== true;
      const pace = computePace(watched);
      const waitSeconds = countFetch(watched.fetching, segment, pace, nowMs, isHeldBack);
      share.noteFetched(watched, nowMs);
      const isOver = watched.fetching.learner.overSinceMs !== null;
      if (isOver && nowMs - watched.reportsReadMs >= readReportsEveryMs)
        void tryReadReports(watched);
      return isPaced ? waitSeconds : 0;
    },

    /** Tells whether a playback session is known to fetch a copy. */
    isOfCopy: (playbackId: string): boolean => typeof purposes.get(playbackId) === 'object',

    /** Notes that the page of a session reported; other processes read it at their next check. */
    noteBeacon(playback: {
      readonly sessionId: string;
      readonly videoId: string;
      readonly playbackId: string;
    }): void {
      const { sessionId, videoId, playbackId } = playback;
      const fetching = bySignIn.get(`${sessionId}/${videoId}`)?.fetching;
      if (fetching?.playbackId === playbackId) notePageReport(fetching, clock.now().getTime());
    },

    lookNow,
    async stop(): Promise<void> {
      clearInterval(timer);
      share.stop();
      await looking;
    },
  };
}

export type DownloadWatch = ReturnType<typeof createDownloadWatch>;
