import { limits } from '@prahari/contract';
import { holdAtMost } from '../../../platform/cache/hold-at-most.ts';
import { countCopyFetch } from './copy-fetching.rules.ts';
import type { WatchDownloadsDeps } from './downloads.deps.ts';
import { countFetch, notePageReport, type SegmentFetch } from './fetching.rules.ts';
import { judgeWatched, tryReadReports } from './judge-watched.usecases.ts';
import { createPlaybackPurposes } from './playback-purposes.adapter.ts';
import { shareFetching } from './share-fetching.adapter.ts';
import type { KeptFetching } from './watched-video.rules.ts';
import { createWatchedVideos, type OpenedVideo } from './watched-videos.adapter.ts';

const judgeEveryMs = 5000;
/** The shortest time between two readings of one page's reports. */
const readReportsEveryMs = 1000;
const kept: KeptFetching = {
  // The longest idle goes first.
  ...holdAtMost(20_000),
  // As long as signed URLs are valid: segments fetched in that time still count as fetched.
  ttl: limits.videoAccessSessionSeconds * 1000,
};

export interface AdmittedSegment extends SegmentFetch {
  readonly sessionId: string;
  readonly videoId: string;
  /** Whether nginx sent it already. */
  readonly isSent?: boolean;
}

/**
 * Follows in memory how fast each learner fetches videos, delays fetches faster than playback, and
 * records downloads. If more is fetched than a player can buffer, the page's reports are read too.
 * Segments that other processes sent count as soon as they are published. A playback session that
 * fetches a copy to be kept is not delayed, and gets each segment a few times.
 */
export function createDownloadWatch(deps: WatchDownloadsDeps) {
  const { clock, log } = deps;
  const purposes = createPlaybackPurposes(deps, kept);
  const videos = createWatchedVideos(
    { ...deps, purposes, onIdentified: (watched, nowMs) => share.noteFetched(watched, nowMs) },
    kept,
  );
  const { computePace } = videos;
  const share = shareFetching(deps, { ...videos, findCopy: purposes.findOrCreateCopy }, kept);
  const judging = { ...deps, computePace, shareRecorded: share.noteRecorded };
  let lastJudgement = Promise.resolve();
  /** Since when this process can read what pages reported. */
  let listeningSinceMs = clock.now().getTime();

  function judgeNow(): Promise<void> {
    lastJudgement = lastJudgement
      .then(() => judgeWatched(judging, videos.list(), listeningSinceMs))
      .catch((err: unknown) => {
        // Pages could not report either: their silence meanwhile says nothing.
        listeningSinceMs = clock.now().getTime();
        log.warn({ err }, 'downloads could not be looked for');
      });
    return lastJudgement;
  }

  const timer = setInterval(() => void judgeNow(), judgeEveryMs);
  timer.unref();
  return {
    /**
     * Records which learner opened a video here: its segments count for that learner from the first
     * one.
     */
    open(opened: OpenedVideo): void {
      purposes.notePurpose(opened.playbackId, opened.copyId);
      if (opened.copyId === null) videos.noteOpened(opened);
    },

    /**
     * Counts a segment that may be sent.
     * @returns seconds to wait, 0 for playback; Infinity for a refusal
     */
    countSegment(segment: AdmittedSegment): number {
      const isPaced = deps.systemConfig.current().playback.paceDownloads;
      const copy = purposes.findCopy(segment.playbackId, videos.has(segment));
      if (copy) {
        const waitSeconds = countCopyFetch(copy, segment);
        share.noteCopyFetched(copy);
        return isPaced ? waitSeconds : 0;
      }
      const nowMs = clock.now().getTime();
      const watched = videos.findOrIdentify(segment, nowMs);
      const isUnknown = watched.isUnknown && segment.isSent !== true;
      const pace = computePace(watched);
      const waitSeconds = countFetch(watched.fetching, { ...segment, isUnknown }, pace, nowMs);
      share.noteFetched(watched, nowMs);
      const isOver = watched.fetching.learner.overSinceMs !== null;
      if (isOver && nowMs - watched.reportsReadMs >= readReportsEveryMs)
        void tryReadReports(judging, watched);
      return isPaced ? waitSeconds : 0;
    },

    isOfCopy: purposes.isOfCopy,

    /** Notes that the page of a session reported; other processes read it at their next check. */
    noteBeacon(playback: {
      readonly sessionId: string;
      readonly videoId: string;
      readonly playbackId: string;
    }): void {
      const fetching = videos.find(playback)?.fetching;
      if (fetching?.playbackId === playback.playbackId)
        notePageReport(fetching, clock.now().getTime());
    },

    /** Judges and records now what the next check would. */
    judgeNow,
    async stop(): Promise<void> {
      clearInterval(timer);
      share.stop();
      await lastJudgement;
    },
  };
}

export type DownloadWatch = ReturnType<typeof createDownloadWatch>;
