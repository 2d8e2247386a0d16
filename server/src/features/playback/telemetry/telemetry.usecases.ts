import type { BodyOf, endpoints } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, DbOrTrx } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { playbackEnded } from '../../drm/index.ts';
import type { LessonProgress, PositionsRepository } from '../progress/positions.repository.ts';
import type { FindLivePlayback } from '../sessions/live-playback.usecases.ts';
import type { PlaybackSessionsRepository } from '../sessions/sessions.repository.ts';
import type { FindSolePlayback } from '../sessions/sole-playback.usecases.ts';
import type { KeepReport } from './keep-report.usecases.ts';
import { eventsOf } from './telemetry.rules.ts';

export interface TelemetryDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly positions: PositionsRepository;
  readonly keepReport: KeepReport;
  readonly livePlayback: FindLivePlayback;
  readonly solePlayback: FindSolePlayback;
  readonly playbackSessions: Pick<PlaybackSessionsRepository, 'keepProtection'>;
  limit(userId: string): Promise<void>;
  /** Hears that the page of a playback session reported. */
  onHeard(playback: { sessionId: string; videoId: string; playbackId: string }): void;
}

/** Takes what players report of a lesson, and tells where a learner stands in lessons. */
export function createTelemetry(deps: TelemetryDeps) {
  async function live(caller: SessionCaller, videoId: string, id: string) {
    const playback = await deps.livePlayback(id, caller);
    if (playback.end !== null) throw playbackEnded(playback.end);
    if (playback.videoId !== videoId) throw playbackEnded('over');
    deps.onHeard({ sessionId: caller.sessionId, videoId, playbackId: id });
    return playback;
  }

  return {
    /**
     * Keeps what happened, each event once, and where playback stands after it. The times of the
     * server count: learners' clocks are wrong.
     * @returns whether the lesson is completed by now
     * @throws AppError 403 by `playbackEnded`, 400 playback_session_unclear, 429
     */
    async report(
      caller: SessionCaller,
      videoId: string,
      report: BodyOf<typeof endpoints.videos.analytics>,
    ): Promise<boolean> {
      const { userId } = caller;
      await deps.limit(userId);
      const id = report.playbackSession ?? (await deps.solePlayback(caller, videoId));
      if (id === null) throw playbackEnded('over');
      const playback = await live(caller, videoId, id);
      const { openedAt, video } = playback;
      const now = deps.clock.now();
      const events = eventsOf(report);
      const kept = events.map(({ timestamp, detail = {}, ...event }) => ({
        ...event,
        playbackSessionId: id,
        openedAt,
        userId,
        videoId,
        detail,
        happenedAt: new Date(timestamp),
        receivedAt: now,
      }));
      return deps.keepReport({
        userId,
        videoId,
        playbackSessionId: id,
        openedAt,
        durationSeconds: video.durationSeconds,
        events: kept,
        now,
      });
    },

    /** Keeps what protects a playback by the word of its player. @throws AppError 403 */
    async protection(
      caller: SessionCaller,
      videoId: string,
      { playbackSession: id, ...protection }: BodyOf<typeof endpoints.videos.protection>,
    ): Promise<void> {
      await deps.limit(caller.userId);
      await live(caller, videoId, id);
      await deps.playbackSessions.keepProtection(deps.db, id, protection, deps.clock.now());
    },

    /** Returns where this user stands, by video id; one query however many are asked for. */
    lessonProgress(
      userId: string,
      videoIds: readonly string[],
      within: DbOrTrx = deps.db,
    ): Promise<Map<string, LessonProgress>> {
      return deps.positions.ofUser(within, userId, videoIds);
    },

    /** Lists ids of videos that this user began and did not finish, the latest first. */
    startedVideos(userId: string, atMost: number): Promise<string[]> {
      return deps.positions.startedBy(deps.db, userId, atMost);
    },
  };
}

export type Telemetry = ReturnType<typeof createTelemetry>;
