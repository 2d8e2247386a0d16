import type { Termination } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import {
  ownTermination,
  terminationLifted,
  terminationNotFound,
} from '../incidents/incidents.errors.ts';
import { presentTermination } from '../incidents/incidents.presenter.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { TerminationRow, TerminationsRepository } from './terminations.repository.ts';

export interface LiftTerminationDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<PlaybackPorts['users'], 'nameOf' | 'visibleIds'>;
  readonly terminations: TerminationsRepository;
}

/** Gives a learner a video back, for an administrator. Violations from before count no more. */
export function createLiftTermination({ db, clock, users, terminations }: LiftTerminationDeps) {
  /** @throws AppError 404, 409 termination_lifted, 403 not_yourself */
  return async function lift(
    caller: SessionCaller,
    id: string,
    given: { readonly reason: string; readonly address: string },
  ): Promise<Termination> {
    const { userId: byUserId } = caller;
    const visible = users.visibleIds(caller);
    const at = clock.now();
    const row = await db.transaction().execute(async (trx): Promise<TerminationRow> => {
      const found = await terminations.lock(trx, id, visible);
      if (!found) throw terminationNotFound();
      if (found.user_id === byUserId) throw ownTermination();
      if (found.lifted_at !== null) throw terminationLifted();
      await terminations.lift(trx, id, { at, byUserId, reason: given.reason });
      const { items } = await terminations.page(trx, { id, visible }, { limit: 1, offset: 0 });
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
  };
}

export type LiftTermination = ReturnType<typeof createLiftTermination>;
