import type { Termination } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import {
  ownTermination,
  terminationLifted,
  terminationNotFound,
} from '../incidents/incidents.errors.ts';
import { presentTermination } from '../incidents/incidents.presenter.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import {
  listTerminationPage,
  lockTermination,
  type TerminationRow,
  updateLifted,
} from './terminations.repository.ts';

/**
 * Gives a learner access to a video again. Violations from before no longer count.
 * @throws AppError 404, 409 termination_lifted, 403 not_yourself
 */
export async function liftTermination(
  { db, clock, users }: Pick<PlaybackDeps, 'db' | 'clock' | 'users'>,
  caller: SessionCaller,
  id: string,
  given: { readonly reason: string; readonly address: string },
): Promise<Termination> {
  const { userId: byUserId } = caller;
  const visible = users.visibleIds(caller);
  const at = clock.now();
  const row = await db.transaction().execute(async (trx): Promise<TerminationRow> => {
    const found = await lockTermination(trx, id, visible);
    if (!found) throw terminationNotFound();
    if (found.user_id === byUserId) throw ownTermination();
    if (found.lifted_at !== null) throw terminationLifted();
    await updateLifted(trx, id, { at, byUserId, reason: given.reason });
    const { items } = await listTerminationPage(trx, { id, visible }, { limit: 1, offset: 0 });
    const [lifted] = items;
    if (!lifted) throw terminationNotFound();
    const { user_id: userId, video_id: videoId, video_title: title } = lifted;
    await recordEvent(trx, 'playback.termination-lifted', { userId, videoId, byUserId }, at);
    const act = {
      action: 'playback.lift-termination',
      actor: { userId: byUserId, name: (await users.nameOf(trx, byUserId)) ?? '' },
      subject: { id: userId, name: lifted.user_name },
      before: { terminated: true },
      after: { terminated: false, video: title, reason: given.reason },
      address: given.address,
    } as const;
    await writeAuditEntry(trx, act, at);
    return lifted;
  });
  return presentTermination(row);
}
