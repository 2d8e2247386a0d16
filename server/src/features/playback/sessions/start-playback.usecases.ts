import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { createMakeRoom, type MakeRoomDeps } from './make-room.usecases.ts';
import type { PlaybackSessionsRepository } from './sessions.repository.ts';
import type { PlaybackSession } from './sessions.rules.ts';
import type { PlaybackStops } from './stops.adapter.ts';

export interface StartPlaybackDeps extends MakeRoomDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly playbackSessions: PlaybackSessionsRepository;
  readonly stops: PlaybackStops;
  countOpened(): void;
}

type Startable = Pick<PlaybackSession, 'id' | 'sessionId' | 'userId' | 'videoId'>;

/**
 * Turns an open playback session into one that is played, which ends an older one of the same
 * sign-in and video. Until then it gives nobody a key and takes nobody's place: a page may open
 * the lesson that is likely to be chosen.
 */
export function createStartPlayback(deps: StartPlaybackDeps) {
  const { db, clock, playbackSessions, stops, countOpened } = deps;
  const makeRoom = createMakeRoom(deps);

  /**
   * @param trx that has locked the user
   * @param takeOver ends what plays elsewhere, where no more is allowed at the same time
   * @returns what to tell this process once the transaction stands; null when it was started or
   *   ended before
   * @throws AppError 403 too_many_streams
   */
  async function within(
    trx: Trx,
    playback: Startable,
    takeOver: boolean,
  ): Promise<(() => void) | null> {
    const { id: playbackSessionId, sessionId, userId, videoId } = playback;
    const now = clock.now();
    if (!(await playbackSessions.isUnstarted(trx, playbackSessionId))) return null;
    const noteMoved = await makeRoom(trx, playback, { takeOver, now });
    const noteResumed = await stops.resume(trx, { sessionId, videoId });
    await playbackSessions.endOlder(trx, sessionId, videoId, now);
    await playbackSessions.markStarted(trx, playbackSessionId, now);
    await recordEvent(trx, 'playback.opened', { playbackSessionId, userId, videoId }, now);
    return () => {
      noteMoved();
      noteResumed();
      countOpened();
    };
  }

  return {
    within,
    /** Two licences may be asked for at once: the first one starts it. */
    async alone(playback: Startable): Promise<void> {
      const tellOwn = await db.transaction().execute(async (trx) => {
        await playbackSessions.lockUser(trx, playback.userId);
        return within(trx, playback, false);
      });
      tellOwn?.();
    },
  };
}

export type StartPlayback = ReturnType<typeof createStartPlayback>;
