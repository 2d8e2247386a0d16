import { limits } from '@prahari/contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import type { SeenDownload } from '../incidents/index.ts';
import type { PlaybackPorts } from '../ports.ts';
import { type PlaybackSessionsRepository, pictureSegmentSecondsOf } from '../sessions/index.ts';
import {
  beginFetching,
  countFetch,
  type Fetching,
  freshSecondsOf,
  hearPage,
  isSurer,
  judgeFetching,
  type LessonPace,
  type SegmentFetch,
} from './fetching.rules.ts';

const lookEveryMs = 5000;
/** Learners with a lesson each that one process remembers; the longest idle goes first. */
const mostFetchings = 20_000;
/** As long as signed paths are good: what was fetched within still counts as fetched. */
const rememberMs = limits.videoAccessSessionSeconds * 1000;
/** What was idle for longer was judged. */
const lookBackMs = 60_000;

export interface WatchDownloadsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly systemConfig: LiveConfig;
  readonly videos: Pick<PlaybackPorts['videos'], 'readManifest'>;
  readonly playbackSessions: Pick<PlaybackSessionsRepository, 'find' | 'heardAt'>;
  noteDownload(seen: SeenDownload): Promise<void>;
}

export interface AdmittedSegment extends SegmentFetch {
  readonly sessionId: string;
  readonly videoId: string;
}

interface Watched {
  fetching: Fetching;
  lesson: Pick<LessonPace, 'pictureSegmentSeconds' | 'durationSeconds'>;
}

const unknownLesson = { pictureSegmentSeconds: 2, durationSeconds: null };

/**
 * Follows in memory how fast each learner fetches each lesson, asks what is faster than play to wait,
 * and records what is no play. No segment waits for a query: whose it is and how long its segments
 * are is read meanwhile. Each process knows what it served itself.
 */
export function watchDownloads(deps: WatchDownloadsDeps) {
  const { db, clock, log } = deps;
  /** By sign-in and video, as signed paths name them. */
  const bySignIn = new LRUCache<string, Watched>({ max: mostFetchings, ttl: rememberMs });
  /** By user, device and video: signing in again begins nothing again. */
  const byDevice = new LRUCache<string, Watched>({ max: mostFetchings, ttl: rememberMs });
  let looking = Promise.resolve();

  function paceOf({ lesson }: Watched): LessonPace {
    const { bufferingGoalSeconds, progressEverySeconds } = deps.systemConfig.current().playback;
    return { ...lesson, bufferingGoalSeconds, progressEverySeconds };
  }

  /** Reads whose playback it is and what the lesson is like; joins what that device fetched before. */
  async function learn(key: string, watched: Watched, playbackId: string): Promise<void> {
    const [found] = await deps.playbackSessions.find(db, [playbackId]);
    if (!found) return;
    const { playback, video } = found;
    const owner = `${playback.userId}/${playback.deviceId}/${playback.videoId}`;
    const known = byDevice.get(owner) ?? watched;
    byDevice.set(owner, known);
    bySignIn.set(key, known);
    const { id, media_revision: mediaRevision } = video;
    const manifest = await deps.videos.readManifest({ id, mediaRevision }, 'dash', playback.scheme);
    known.lesson = {
      pictureSegmentSeconds: pictureSegmentSecondsOf(manifest) ?? 2,
      durationSeconds: video.duration_seconds,
    };
  }

  function watchedBy(key: string, playbackId: string, nowMs: number): Watched {
    const known = bySignIn.get(key);
    if (known) return known;
    const watched = { fetching: beginFetching(playbackId, nowMs), lesson: unknownLesson };
    bySignIn.set(key, watched);
    learn(key, watched, playbackId).catch((err: unknown) =>
      log.warn({ err }, 'a playback could not be looked up for its pace'),
    );
    return watched;
  }

  async function look(): Promise<void> {
    const nowMs = clock.now().getTime();
    const recent = [...new Set(bySignIn.values())].filter(
      ({ fetching }) => nowMs - fetching.lastMs <= lookBackMs,
    );
    const heard = await deps.playbackSessions.heardAt(
      db,
      recent.map(({ fetching }) => fetching.playbackId),
    );
    for (const watched of recent) {
      const { fetching } = watched;
      const at = heard.get(fetching.playbackId);
      if (at) hearPage(fetching, at.getTime());
      const confidence = judgeFetching(fetching, paceOf(watched), nowMs);
      if (confidence === null || !isSurer(confidence, fetching.recorded)) continue;
      fetching.recorded = confidence;
      await deps.noteDownload({
        playbackId: fetching.playbackId,
        confidence,
        fetchedSeconds: Math.round(freshSecondsOf(fetching)),
        withinSeconds: Math.max(1, Math.round((fetching.lastMs - fetching.begunMs) / 1000)),
        isHeard: fetching.heardMs !== null,
      });
    }
  }

  function lookNow(): Promise<void> {
    looking = looking.then(look).catch((err: unknown) => {
      log.warn({ err }, 'downloads could not be looked for');
    });
    return looking;
  }

  const timer = setInterval(() => void lookNow(), lookEveryMs);
  timer.unref();
  return {
    /**
     * Counts a segment that may be sent.
     * @returns seconds that it has to wait, 0 for all that plays; Infinity: not now
     */
    count({ sessionId, videoId, ...fetch }: AdmittedSegment): number {
      const nowMs = clock.now().getTime();
      const watched = watchedBy(`${sessionId}/${videoId}`, fetch.playbackId, nowMs);
      const waitSeconds = countFetch(watched.fetching, fetch, paceOf(watched), nowMs);
      return deps.systemConfig.current().playback.paceDownloads ? waitSeconds : 0;
    },

    /** The page of a playback session reported; another process learns it at its next look. */
    hear(playback: {
      readonly sessionId: string;
      readonly videoId: string;
      readonly playbackId: string;
    }): void {
      const { sessionId, videoId, playbackId } = playback;
      const fetching = bySignIn.get(`${sessionId}/${videoId}`)?.fetching;
      if (fetching?.playbackId === playbackId) hearPage(fetching, clock.now().getTime());
    },

    lookNow,
    async stop(): Promise<void> {
      clearInterval(timer);
      await looking;
    },
  };
}
