import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { eventRow } from '../../../platform/events/record-event.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import { createMakeRoom } from '../concurrency/concurrent-streams.usecases.ts';
import type { OpenPlayback, PlaybackSessionsRepository } from '../sessions/sessions.repository.ts';
import type { PlaybackSession } from '../sessions/sessions.rules.ts';
import type { PlaybackStops } from '../sessions/stops.adapter.ts';
import type { OpeningRepository, PlaybackChange } from './start.repository.ts';

export interface StartPlaybackDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly systemConfig: LiveConfig;
  readonly playbackSessions: PlaybackSessionsRepository;
  readonly opening: OpeningRepository;
  readonly stops: Pick<PlaybackStops, 'note'>;
  countOpened(): void;
}

type Startable = Pick<PlaybackSession, 'id' | 'sessionId' | 'userId' | 'videoId'>;

/**
 * Turns an open playback session into one that is played, which ends an older one of the same
 * sign-in and video. Until then it gets no keys and ends no other session: a page may open the
 * lesson that is likely to be chosen.
 */
export function createStartPlayback(deps: StartPlaybackDeps) {
  const { db, clock, playbackSessions, opening, stops, countOpened } = deps;
  const makeRoom = createMakeRoom(deps);

  /**
   * Decides what starting it changes.
   * @param open all that its user plays, read under the lock of that user
   * @param takeOver ends what plays elsewhere, where no more is allowed at the same time
   * @throws AppError 403 too_many_streams
   */
  function changeOf(
    playback: Startable,
    open: readonly OpenPlayback[],
    takeOver: boolean,
  ): PlaybackChange {
    const { id: playbackSessionId, sessionId, userId, videoId } = playback;
    const now = clock.now();
    const moved = makeRoom(open, playback, { takeOver, now });
    const events = [
      ...moved.map((one) =>
        eventRow('playback.moved', {
          playbackSessionId: one.id,
          userId,
          videoId: one.videoId,
        }),
      ),
      eventRow('playback.opened', { playbackSessionId, userId, videoId }),
    ];
    return { starts: { sessionId, videoId }, moved: moved.map(({ id }) => id), events, now };
  }

  /** To be told to this process once the transaction stands. */
  function noteStarted(ended: readonly string[]): void {
    stops.note(ended);
    countOpened();
  }

  return {
    changeOf,
    noteStarted,
    /** Two licences may be asked for at once: the first one starts it. */
    async alone(playback: Startable): Promise<void> {
      const ended = await db.transaction().execute(async (trx) => {
        await playbackSessions.lockUser(trx, playback.userId);
        if (!(await playbackSessions.isUnstarted(trx, playback.id))) return null;
        const open = await playbackSessions.openOf(trx, playback.userId, clock.now());
        return opening.start(trx, playback.id, changeOf(playback, open, false));
      });
      if (ended) noteStarted(ended);
    },
  };
}

export type StartPlayback = ReturnType<typeof createStartPlayback>;
