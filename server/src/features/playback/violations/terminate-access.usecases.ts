import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvents } from '../../../platform/events/record-event.ts';
import type { PlaybackSessionsRepository } from '../sessions/sessions.repository.ts';
import type { PlaybackStops } from '../sessions/stops.adapter.ts';
import type { TerminationsRepository } from './terminations.repository.ts';

export interface EndAccessDeps {
  readonly clock: Clock;
  readonly terminations: TerminationsRepository;
  readonly playbackSessions: Pick<PlaybackSessionsRepository, 'endOfVideos'>;
  readonly stops: Pick<PlaybackStops, 'tell'>;
}

/** By which playback session, and how many violations, access to a video ends. */
export interface AccessEnd {
  readonly playbackSessionId: string;
  readonly count: number;
}

/**
 * Ends one learner's access to videos until an administrator lifts that, and all that plays of them.
 * The caller holds the lock under which that learner's playback opens.
 * @param reached by video
 * @returns ids of the playback sessions that ended, to be noted once the transaction committed
 */
export async function endAccess(
  deps: EndAccessDeps,
  trx: Trx,
  userId: string,
  reached: ReadonlyMap<string, AccessEnd>,
): Promise<readonly string[]> {
  if (reached.size === 0) return [];
  const now = deps.clock.now();
  const ended = [...reached].map(([videoId, { playbackSessionId, count }]) => ({
    userId,
    videoId,
    playbackSessionId,
    violations: count,
  }));
  await deps.terminations.add(
    trx,
    ended.map((fact) => ({
      id: uuidv7(),
      user_id: userId,
      video_id: fact.videoId,
      playback_session_id: fact.playbackSessionId,
      violations: fact.violations,
      terminated_at: now,
    })),
  );
  const stopped = await deps.playbackSessions.endOfVideos(trx, userId, [...reached.keys()], now);
  await deps.stops.tell(trx, stopped);
  await recordEvents(trx, 'playback.terminated', ended, now);
  return stopped;
}
