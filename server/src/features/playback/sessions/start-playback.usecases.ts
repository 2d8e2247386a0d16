import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { PlaybackSessionsRepository } from './sessions.repository.ts';
import type { PlaybackSession } from './sessions.rules.ts';

export interface StartPlaybackDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly playbackSessions: PlaybackSessionsRepository;
  countOpened(): void;
}

type Startable = Pick<PlaybackSession, 'id' | 'sessionId' | 'userId' | 'videoId'>;

/**
 * Turns an open playback session into one that is played, which ends an older one of the same
 * sign-in and video. Until then it gives nobody a key and takes nobody's place: a page may open
 * the lesson that is likely to be chosen.
 */
export function createStartPlayback(deps: StartPlaybackDeps) {
  const { db, clock, playbackSessions, countOpened } = deps;

  /** @param trx that has locked the user. @returns false when it was started or ended before */
  async function within(trx: Trx, playback: Startable): Promise<boolean> {
    const { id: playbackSessionId, sessionId, userId, videoId } = playback;
    const now = clock.now();
    if (!(await playbackSessions.isUnstarted(trx, playbackSessionId))) return false;
    await playbackSessions.endOlder(trx, sessionId, videoId, now);
    await playbackSessions.markStarted(trx, playbackSessionId, now);
    await recordEvent(trx, 'playback.opened', { playbackSessionId, userId, videoId }, now);
    return true;
  }

  return {
    within,
    /** Once the transaction stands. */
    count: countOpened,
    /** Two licences may be asked for at once: the first one starts it. */
    async alone(playback: Startable): Promise<void> {
      const isStarted = await db.transaction().execute(async (trx) => {
        await playbackSessions.lockUser(trx, playback.userId);
        return within(trx, playback);
      });
      if (isStarted) countOpened();
    },
  };
}

export type StartPlayback = ReturnType<typeof createStartPlayback>;
