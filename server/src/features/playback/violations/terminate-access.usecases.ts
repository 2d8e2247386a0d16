import { v7 as uuidv7 } from 'uuid';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvents } from '../../../platform/events/record-event.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { terminatePlaybacks } from '../sessions/sessions.repository.ts';
import { insertTerminations } from './terminations.repository.ts';

/** The playback session, and how many violations, that terminate access to a video. */
export interface TerminationCause {
  readonly playbackSessionId: string;
  readonly count: number;
}

/**
 * Terminates one learner's access to videos, as after the third violation, until an administrator
 * lifts the termination, and ends what plays of them. The caller holds the lock under which that
 * learner's playback sessions open.
 * @param reached by video
 * @returns ids of the playback sessions that ended, to be noted once the transaction is committed
 */
export async function terminateAccess(
  deps: Pick<PlaybackDeps, 'clock' | 'playbackRevocations'>,
  trx: Trx,
  userId: string,
  reached: ReadonlyMap<string, TerminationCause>,
): Promise<readonly string[]> {
  if (reached.size === 0) return [];
  const now = deps.clock.now();
  const ended = [...reached].map(([videoId, { playbackSessionId, count }]) => ({
    userId,
    videoId,
    playbackSessionId,
    violations: count,
  }));
  await insertTerminations(
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
  const stopped = await terminatePlaybacks(trx, userId, [...reached.keys()], now);
  await deps.playbackRevocations.publish(trx, stopped);
  await recordEvents(trx, 'playback.terminated', ended, now);
  return stopped;
}
