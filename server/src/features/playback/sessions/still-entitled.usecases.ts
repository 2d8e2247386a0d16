import { isAdministrator } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { videoNotAvailable } from '../../drm/index.ts';
import { canPlay } from '../../videos/index.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { PlaybackSessionsRepository } from './sessions.repository.ts';

export interface StillEntitledDeps {
  readonly clock: Clock;
  readonly videos: Pick<PlaybackPorts['videos'], 'onlookersById'>;
  readonly playbackSessions: Pick<PlaybackSessionsRepository, 'shareUser'>;
}

/**
 * Checks again in the transaction that opens a playback session, since the learner may have been
 * moved after it was decided, or an administrator's rights or scope changed. Such changes lock the
 * same row: either this waits for the change and sees it, or the change waits for this and ends
 * what was opened.
 */
export function createStillEntitled({ clock, videos, playbackSessions }: StillEntitledDeps) {
  /** @throws AppError 404 video_not_available */
  return async function requireStillEntitled(
    trx: Trx,
    { userId, userType }: Pick<SessionCaller, 'userId' | 'userType'>,
    video: Parameters<typeof canPlay>[1],
  ): Promise<void> {
    if (video.for_everyone && !isAdministrator(userType)) return;
    await playbackSessions.shareUser(trx, userId);
    const onlooker = (await videos.onlookersById(trx, [userId])).get(userId);
    if (!onlooker || !canPlay(onlooker, video, clock.now())) throw videoNotAvailable();
  };
}

export type RequireStillEntitled = ReturnType<typeof createStillEntitled>;
