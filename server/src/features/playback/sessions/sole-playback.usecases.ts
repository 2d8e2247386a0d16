import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { playbackUnclear } from './sessions.errors.ts';
import type { PlaybackSessionsRepository } from './sessions.repository.ts';

/**
 * Finds the playback session that a call means which names a video alone, as the specification's
 * calls do.
 */
export function createSolePlayback(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly playbackSessions: Pick<PlaybackSessionsRepository, 'latestOf'>;
}) {
  /**
   * The gates of live playbacks still have to let it pass.
   * @returns the one that is open; of none the latest, which says why it is over; null without any
   * @throws AppError playback_session_unclear where several are open
   */
  return async function solePlayback(
    caller: SessionCaller,
    videoId: string,
  ): Promise<string | null> {
    const now = deps.clock.now();
    const [first, second] = await deps.playbackSessions.latestOf(deps.db, caller, videoId, now);
    if (second?.isOpen) throw playbackUnclear();
    return first?.id ?? null;
  };
}

export type FindSolePlayback = ReturnType<typeof createSolePlayback>;
