import type { Trx } from '../../../platform/db/database.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { lockPlaybackOfUser } from '../sessions/sessions.repository.ts';
import { endAllPlaybacks, insertSuspension } from './suspensions.repository.ts';

/**
 * Suspends all playback of a user for a time, and ends what plays. It ends by itself: no heuristic
 * takes access away for good.
 * @returns the id by which it is lifted
 */
export async function suspendPlayback(
  { clock, playbackRevocations }: Pick<PlaybackDeps, 'clock' | 'playbackRevocations'>,
  trx: Trx,
  userId: string,
  forMs: number,
): Promise<string> {
  await lockPlaybackOfUser(trx, userId);
  const from = clock.now();
  const until = new Date(from.getTime() + forMs);
  const id = await insertSuspension(trx, userId, { from, until });
  await playbackRevocations.publish(trx, await endAllPlaybacks(trx, userId, from));
  return id;
}
