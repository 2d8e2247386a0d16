import { isAdministrator } from '@prahari/contract';
import type { Trx } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { videoNotAvailable } from '../../drm/index.ts';
import { isEntitled } from '../../videos/index.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { PlaybackSessionsRepository } from './sessions.repository.ts';

export interface StillEntitledDeps {
  readonly users: Pick<PlaybackPorts['users'], 'audienceFactsOfAll'>;
  readonly playbackSessions: Pick<PlaybackSessionsRepository, 'shareUser'>;
}

/**
 * Asked in the transaction that opens a playback session, since the learner may have been moved after
 * it was decided. Whoever moves a learner holds the same row: either this waits for the move and sees
 * it, or the move waits for this and ends what was opened.
 */
export function createStillEntitled({ users, playbackSessions }: StillEntitledDeps) {
  /** @throws AppError 404 video_not_available */
  return async function requireStillEntitled(
    trx: Trx,
    { userId, userType }: Pick<SessionCaller, 'userId' | 'userType'>,
    forWhom: Parameters<typeof isEntitled>[1],
  ): Promise<void> {
    if (forWhom.for_everyone || isAdministrator(userType)) return;
    await playbackSessions.shareUser(trx, userId);
    const learner = (await users.audienceFactsOfAll(trx, [userId])).get(userId);
    if (!learner || !isEntitled(learner, forWhom)) throw videoNotAvailable();
  };
}

export type RequireStillEntitled = ReturnType<typeof createStillEntitled>;
