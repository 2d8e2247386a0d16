import { type IncidentConfidence, limits } from '@prahari/contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import { pictureSegmentSecondsOf } from '../manifest/dash-manifest.rules.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { findLastReports, findPlaybackSessions } from '../sessions/sessions.repository.ts';
import type { sumJumpedSeconds } from '../telemetry/playback-events.repository.ts';
import {
  beginFetching,
  countFetch,
  type Fetching,
  type FetchingLearner,
  freshSecondsOf,
  hearJumps,
  hearPage,
  isSurer,
  isUnexplained,
  joinFetching,
  judgeFetching,
  type LessonPace,
  newLearner,
  noteRecorded,
  type SegmentFetch,
} from './fetching.rules.ts';

const lookEveryMs = 5000;
/** How often at most it is asked what the page of one playback told. */
const askEveryMs = 1000;
/** So long after it could not be read whose a lesson is, it is tried again. */
const learnAgainMs = 5000;
/** Learners with a lesson each that one process remembers; the longest idle goes first. */
const mostFetchings = 20_000;
/** As long as signed paths are good: what was fetched within still counts as fetched. */
const rememberMs = limits.videoAccessSessionSeconds * 1000;
/** What was idle for longer was judged. */
const lookBackMs = 60_000;

/** A lesson that is fetched faster than it plays, or not by a player, as the server noticed it. */
export interface SuspectedDownload {
  readonly playbackId: string;
  readonly confidence: IncidentConfidence;
  /** Media seconds, and in how many seconds they were fetched. */
  readonly fetchedSeconds: number;
  readonly withinSeconds: number;
  /** Whether the page of the playback session ever reported. */
  readonly isHeard: boolean;
}

export interface WatchDownloadsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly systemConfig: LiveConfig;
  readonly videos: Pick<PlaybackPorts['videos'], 'readManifest'>;
  readonly findPlaybackSessions: typeof findPlaybackSessions;
  readonly findLastReports: typeof findLastReports;
  readonly sumJumpedSeconds: typeof sumJumpedSeconds;
  recordDownload(download: SuspectedDownload): Promise<void>;
}

export interface AdmittedSegment extends SegmentFetch {
  readonly sessionId: string;
  readonly videoId: string;
  /** It went out before it was told of. */
  readonly isSent?: boolean;
}

export interface OpenedLesson {
  readonly sessionId: string;
  readonly userId: string;
  readonly videoId: string;
  readonly durationSeconds: number | null;
  /** DASH. */
  readonly manifest: string;
}

type Lesson = Pick<LessonPace, 'pictureSegmentSeconds' | 'durationSeconds'>;

interface Watched {
  readonly fetching: Fetching;
  lesson: Lesson;
  /** The largest of those that its pages may have been told. */
  goalSeconds: number;
  askedMs: number;
  /** Whose it is, is being read for the first time. */
  isUnknown: boolean;
  /** When whose it is could not be read; null where that is known, or being read. */
  failedMs: number | null;
}

const unknownLesson: Lesson = { pictureSegmentSeconds: 2, durationSeconds: null };

/**
 * Follows in memory how fast each learner fetches lessons, asks what is faster than play to wait, and
 * records what is no play. Whose a lesson is and how long its segments are is known where it was
 * opened; another process reads it while two segments play. Where more is fetched than a player holds,
 * why is read meanwhile too. Each process knows what it served itself.
 */
export function createDownloadWatch(deps: WatchDownloadsDeps) {
  const { db, clock, log } = deps;
  /** By sign-in and video, as signed paths name them. */
  const bySignIn = new LRUCache<string, Watched>({ max: mostFetchings, ttl: rememberMs });
  /** By user and video: signing in again, on another device too, begins nothing again. */
  const byLesson = new LRUCache<string, Watched>({ max: mostFetchings, ttl: rememberMs });
  const learners = new LRUCache<string, FetchingLearner>({ max: mostFetchings, ttl: rememberMs });
  /** What was opened here, by sign-in and video. */
  const opened = new LRUCache<string, { userId: string; lesson: Lesson }>({
    max: mostFetchings,
    ttl: rememberMs,
  });
  let looking = Promise.resolve();

  function paceOf(watched: Watched): LessonPace {
    const { bufferingGoalSeconds, rebufferingGoalSeconds, ...policy } =
      deps.systemConfig.current().playback;
    const { progressEverySeconds, streamsPerLearner } = policy;
    const goalSeconds = Math.max(bufferingGoalSeconds, rebufferingGoalSeconds);
    watched.goalSeconds = Math.max(watched.goalSeconds, goalSeconds);
    return {
      ...watched.lesson,
      bufferingGoalSeconds: watched.goalSeconds,
      progressEverySeconds,
      streamsPerLearner,
    };
  }

  /** Finds what a learner fetches of a lesson, over all devices. */
  function ownedBy(userId: string, videoId: string, nowMs: number): Watched {
    const owner = `${userId}/${videoId}`;
    const before = byLesson.get(owner);
    const learner = learners.get(userId) ?? before?.fetching.learner ?? newLearner(nowMs);
    learners.set(userId, learner);
    const watched = before ?? watchedFrom(beginFetching('', nowMs, learner), false);
    byLesson.set(owner, watched);
    return watched;
  }

  /** Reads whose playback it is and what the lesson is like; adds it to what that learner fetched. */
  async function learn(key: string, meanwhile: Watched, playbackId: string): Promise<void> {
    const [found] = await deps.findPlaybackSessions(db, [playbackId]);
    if (!found) return;
    const { playback, video } = found;
    const { id, media_revision: mediaRevision } = video;
    const manifest = await deps.videos.readManifest({ id, mediaRevision }, 'dash', playback.scheme);
    const nowMs = clock.now().getTime();
    const known = ownedBy(playback.userId, id, nowMs);
    known.lesson = {
      pictureSegmentSeconds:
        pictureSegmentSecondsOf(manifest) ?? unknownLesson.pictureSegmentSeconds,
      durationSeconds: video.duration_seconds,
    };
    bySignIn.set(key, known);
    joinFetching(known.fetching, meanwhile.fetching, paceOf(known), nowMs);
  }

  function tryLearn(key: string, watched: Watched, playbackId: string): void {
    watched.failedMs = null;
    learn(key, watched, playbackId)
      .catch((err: unknown) => {
        watched.failedMs = clock.now().getTime();
        log.warn({ err }, 'a playback could not be looked up for its pace');
      })
      // A failed reading does not keep players from playing on.
      .finally(() => {
        watched.isUnknown = false;
      });
  }

  function watchedBy({ sessionId, videoId, playbackId }: AdmittedSegment, nowMs: number): Watched {
    const key = `${sessionId}/${videoId}`;
    const known = bySignIn.get(key);
    if (known) {
      const isDue = known.failedMs !== null && nowMs - known.failedMs >= learnAgainMs;
      if (isDue) tryLearn(key, known, playbackId);
      return known;
    }
    const own = opened.get(key);
    if (own) {
      const watched = ownedBy(own.userId, videoId, nowMs);
      watched.lesson = own.lesson;
      bySignIn.set(key, watched);
      return watched;
    }
    const watched = watchedFrom(beginFetching(playbackId, nowMs), true);
    bySignIn.set(key, watched);
    tryLearn(key, watched, playbackId);
    return watched;
  }

  /** Reads when the page of a playback reported and how far it jumped, as told to any process. */
  async function ask(watched: Watched): Promise<void> {
    const { fetching } = watched;
    const { playbackId } = fetching;
    watched.askedMs = clock.now().getTime();
    const at = (await deps.findLastReports(db, [playbackId])).get(playbackId);
    const seconds = await deps.sumJumpedSeconds(db, playbackId);
    if (fetching.playbackId !== playbackId) return;
    if (at) hearPage(fetching, at.getTime());
    hearJumps(fetching, seconds, paceOf(watched), clock.now().getTime());
  }

  async function tryAsk(watched: Watched): Promise<void> {
    await ask(watched).catch((err: unknown) =>
      log.warn({ err }, 'what the page of a playback told could not be read'),
    );
  }

  async function look(): Promise<void> {
    const nowMs = clock.now().getTime();
    const recent = [...new Set(bySignIn.values())].filter(
      ({ fetching }) => nowMs - fetching.lastMs <= lookBackMs,
    );
    const heard = await deps.findLastReports(
      db,
      recent.map(({ fetching }) => fetching.playbackId),
    );
    for (const watched of recent) {
      const { fetching } = watched;
      const at = heard.get(fetching.playbackId);
      if (at) hearPage(fetching, at.getTime());
      if (isUnexplained(fetching, paceOf(watched), nowMs)) await tryAsk(watched);
      const confidence = judgeFetching(fetching, paceOf(watched), nowMs);
      if (confidence === null || !isSurer(confidence, fetching.recorded)) continue;
      noteRecorded(fetching, confidence, nowMs);
      await deps.recordDownload({
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
    /** Notes who opened a lesson here: its segments count for that learner from the first on. */
    open({ sessionId, userId, videoId, durationSeconds, manifest }: OpenedLesson): void {
      const pictureSegmentSeconds =
        pictureSegmentSecondsOf(manifest) ?? unknownLesson.pictureSegmentSeconds;
      const lesson = { pictureSegmentSeconds, durationSeconds };
      opened.set(`${sessionId}/${videoId}`, { userId, lesson });
    },

    /**
     * Counts a segment that may be sent.
     * @returns seconds that it has to wait, 0 for all that plays; Infinity: not now
     */
    countSegment(segment: AdmittedSegment): number {
      const nowMs = clock.now().getTime();
      const watched = watchedBy(segment, nowMs);
      const isHeldBack = watched.isUnknown && segment.isSent !== true;
      const pace = paceOf(watched);
      const waitSeconds = countFetch(watched.fetching, segment, pace, nowMs, isHeldBack);
      const isOver = watched.fetching.learner.overSinceMs !== null;
      if (isOver && nowMs - watched.askedMs >= askEveryMs) void tryAsk(watched);
      return deps.systemConfig.current().playback.paceDownloads ? waitSeconds : 0;
    },

    /** Notes that the page of a session reported; other processes read it at their next check. */
    noteBeacon(playback: {
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

function watchedFrom(fetching: Fetching, isUnknown: boolean): Watched {
  const nothingYet = { goalSeconds: 0, askedMs: 0, failedMs: null };
  return { fetching, lesson: unknownLesson, isUnknown, ...nothingYet };
}

export type DownloadWatch = ReturnType<typeof createDownloadWatch>;
