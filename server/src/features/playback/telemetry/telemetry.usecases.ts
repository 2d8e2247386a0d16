import type { BodyOf, endpoints } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { playbackEnded } from '../../drm/index.ts';
import type { FindLivePlayback } from '../sessions/index.ts';
import { positionToKeep } from './position.rules.ts';
import type { PositionsRepository } from './positions.repository.ts';

export interface TelemetryDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly positions: PositionsRepository;
  readonly livePlayback: FindLivePlayback;
}

export function createTelemetry(deps: TelemetryDeps) {
  return {
    /**
     * Keeps where playback stands. The time is the server's: learners' clocks are wrong.
     * @throws AppError 403 by `playbackEnded`
     */
    async report(
      caller: SessionCaller,
      videoId: string,
      report: BodyOf<typeof endpoints.videos.analytics>,
    ): Promise<void> {
      const playback = await deps.livePlayback(report.playbackSession, caller);
      if (playback.end !== null) throw playbackEnded(playback.end);
      if (playback.videoId !== videoId) throw playbackEnded('over');
      const { durationSeconds } = playback.video;
      await deps.positions.keep(deps.db, {
        userId: caller.userId,
        videoId,
        positionSeconds: positionToKeep(report.event, report.position, durationSeconds),
        now: deps.clock.now(),
      });
    },

    /** Where this user left off, in seconds by video id; one query however many are asked for. */
    resumePositions(userId: string, videoIds: readonly string[]): Promise<Map<string, number>> {
      return deps.positions.ofUser(deps.db, userId, videoIds);
    },

    /** Ids of videos that this user began and did not finish, the latest first. */
    startedVideos(userId: string, atMost: number): Promise<string[]> {
      return deps.positions.startedBy(deps.db, userId, atMost);
    },
  };
}

export type Telemetry = ReturnType<typeof createTelemetry>;
