import { isAdministrator } from '@prahari/contract';
import type { Trx } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { videoNotAvailable } from '../../drm/index.ts';
import { canPlay } from '../../videos/index.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import {
  endWithdrawnPlaybacks,
  listRestrictedPlaybacks,
  lockUserShared,
  lockUsersExclusively,
} from './sessions.repository.ts';

/**
 * Checks again in the transaction that opens a playback session, since after the decision the
 * learner may have been moved, or an administrator's rights or scope changed. Such a change locks
 * the same row (`endUnentitledPlayback`): either this waits for it and sees it, or it waits for this
 * and ends what was opened.
 * @throws AppError 404 video_not_available
 */
export async function requireStillEntitled(
  deps: Pick<PlaybackDeps, 'clock' | 'videos'>,
  trx: Trx,
  { userId, userType }: Pick<SessionCaller, 'userId' | 'userType'>,
  video: Parameters<typeof canPlay>[1],
): Promise<void> {
  if (video.for_everyone && !isAdministrator(userType)) return;
  await lockUserShared(trx, userId);
  const viewer = (await deps.videos.findViewersById(trx, [userId])).get(userId);
  if (!viewer || !canPlay(viewer, video, deps.clock.now())) throw videoNotAvailable();
}

/**
 * Ends the playback sessions of users that they may no longer have, in the transaction that moved
 * learners to another place, took them out of a group, or changed an administrator's rights or
 * scope.
 * @returns a function that notes it in this process; call it once the transaction is committed
 */
export async function endUnentitledPlayback(
  {
    clock,
    videos,
    playbackRevocations,
  }: Pick<PlaybackDeps, 'clock' | 'videos' | 'playbackRevocations'>,
  trx: Trx,
  userIds: readonly string[],
): Promise<{ announce(): void }> {
  await lockUsersExclusively(trx, userIds);
  const now = clock.now();
  const plays = await listRestrictedPlaybacks(trx, userIds, now);
  if (plays.length === 0) return { announce: () => undefined };
  const viewers = await videos.findViewersById(trx, [
    ...new Set(plays.map(({ userId }) => userId)),
  ]);
  const over = plays.flatMap(({ playbackId, userId, ...video }) => {
    const viewer = viewers.get(userId);
    return viewer && canPlay(viewer, video, now) ? [] : [playbackId];
  });
  await endWithdrawnPlaybacks(trx, over, now);
  await playbackRevocations.publish(trx, over);
  return { announce: () => playbackRevocations.note(over) };
}
