import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { terminationNotFound } from '../incidents/incidents.errors.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { updateReviewRequested } from './terminations.repository.ts';

/**
 * Asks administrators to review why the caller's access to a video ended: they find it among the
 * terminations. Each termination is asked about once; to ask again changes nothing.
 * @throws AppError 404 where access has not ended
 */
export async function requestReview(
  { db, clock }: Pick<PlaybackDeps, 'db' | 'clock'>,
  { userId }: Pick<SessionCaller, 'userId'>,
  videoId: string,
  note: string,
): Promise<{ requestedAt: string }> {
  const at = clock.now();
  const found = await db.transaction().execute(async (trx) => {
    const asked = await updateReviewRequested(trx, { userId, videoId }, { at, note });
    if (asked?.isFirst)
      await recordEvent(trx, 'playback.review-requested', { userId, videoId }, at);
    return asked;
  });
  if (!found) throw terminationNotFound();
  return { requestedAt: found.requestedAt.toISOString() };
}
