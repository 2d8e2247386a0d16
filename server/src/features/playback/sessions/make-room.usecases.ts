import { limits } from '@prahari/contract';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { recordEvents } from '../../../platform/events/record-event.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import { describeUserAgent } from '../../auth/index.ts';
import { makeRoomAmong } from './room.rules.ts';
import type { OpenPlayback, PlaybackSessionsRepository } from './sessions.repository.ts';
import type { PlaybackSession } from './sessions.rules.ts';
import type { PlaybackStops } from './stops.adapter.ts';

export interface MakeRoomDeps {
  readonly systemConfig: LiveConfig;
  readonly playbackSessions: Pick<PlaybackSessionsRepository, 'openOf' | 'endMoved'>;
  readonly stops: Pick<PlaybackStops, 'tell' | 'note'>;
}

const idleMs = limits.streamIdleSeconds * 1000;

/** Keeps a learner to as many playbacks at the same time as the policy allows. */
export function createMakeRoom({ systemConfig, playbackSessions, stops }: MakeRoomDeps) {
  /**
   * Ends what must end for this playback, under the lock of its user.
   * @returns what to tell this process once the transaction has been committed
   * @throws AppError 403 too_many_streams with the devices on which others play
   */
  return async function makeRoom(
    trx: Trx,
    playback: Pick<PlaybackSession, 'userId' | 'sessionId' | 'videoId'>,
    { takeOver, now }: { readonly takeOver: boolean; readonly now: Date },
  ): Promise<() => void> {
    const { userId, sessionId, videoId } = playback;
    const open = await playbackSessions.openOf(trx, userId, now);
    // The older one of the same sign-in and video is replaced in any case.
    const others = open.filter((one) => one.sessionId !== sessionId || one.videoId !== videoId);
    const room = makeRoomAmong(others, {
      ...{ sessionId, takeOver, atMost: systemConfig.current().playback.streamsPerLearner },
      idleBefore: new Date(now.getTime() - idleMs),
    });
    if ('inTheWay' in room) throw tooManyStreams(room.inTheWay);
    const { end } = room;
    await playbackSessions.endMoved(
      trx,
      end.map(({ id }) => id),
      now,
    );
    await stops.tell(trx, end);
    const facts = end.map((one) => ({
      ...{ playbackSessionId: one.id, userId, videoId: one.videoId },
    }));
    await recordEvents(trx, 'playback.moved', facts, now);
    return () => stops.note(end);
  };
}

function tooManyStreams(others: readonly OpenPlayback[]): AppError {
  return new AppError('ACCESS_DENIED', 'You are already watching on another device.', {
    reason: 'too_many_streams',
    details: {
      others: others.map(({ userAgent, title, openedAt }) => ({
        ...{ device: describeUserAgent(userAgent), title, openedAt: openedAt.toISOString() },
      })),
    },
  });
}
