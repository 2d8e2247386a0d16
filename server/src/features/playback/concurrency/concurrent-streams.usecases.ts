import { limits } from '@prahari/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import { describeUserAgent } from '../../auth/index.ts';
import type { OpenPlayback } from '../sessions/sessions.repository.ts';
import type { PlaybackSession } from '../sessions/sessions.rules.ts';
import { makeRoomAmong } from './concurrent-streams.rules.ts';

const idleMs = limits.streamIdleSeconds * 1000;

/** Keeps a learner to as many playbacks at the same time as the policy allows. */
export function createMakeRoom({ systemConfig }: { readonly systemConfig: LiveConfig }) {
  /**
   * What gives way to a playback, beside the older one of the same sign-in and video, which ends in
   * any case.
   * @param open all that its user plays, read under the lock of that user
   * @throws AppError 403 too_many_streams with the devices on which others play
   */
  return function makeRoom(
    open: readonly OpenPlayback[],
    playback: Pick<PlaybackSession, 'sessionId' | 'videoId'>,
    { takeOver, now }: { readonly takeOver: boolean; readonly now: Date },
  ): readonly OpenPlayback[] {
    const { sessionId, videoId } = playback;
    const isOlder = (one: OpenPlayback) => one.sessionId === sessionId && one.videoId === videoId;
    const room = makeRoomAmong(
      open.filter((one) => !isOlder(one)),
      {
        sessionId,
        takeOver,
        atMost: systemConfig.current().playback.streamsPerLearner,
        idleBefore: new Date(now.getTime() - idleMs),
      },
    );
    if ('inTheWay' in room) throw tooManyStreams(room.inTheWay);
    return room.end;
  };
}

function tooManyStreams(others: readonly OpenPlayback[]): AppError {
  return new AppError('ACCESS_DENIED', 'You are already watching on another device.', {
    reason: 'too_many_streams',
    details: {
      others: others.map(({ userAgent, title, openedAt }) => ({
        device: describeUserAgent(userAgent),
        title,
        openedAt: openedAt.toISOString(),
      })),
    },
  });
}
