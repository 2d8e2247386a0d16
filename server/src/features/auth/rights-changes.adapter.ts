import type { Trx } from '../../platform/db/database.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import { rightsChangedChannel, type SessionsRepository } from './sessions.repository.ts';

/** Tells every process that what a user may do has changed. */
export function createRightsChanges(deps: {
  readonly notifications: Pick<Notifications, 'on'>;
  readonly sessions: Pick<SessionsRepository, 'tellRightsChanged'>;
}) {
  const hearers: ((userId: string) => void)[] = [];
  let heard = 0;
  const note = (userId: string) => {
    heard += 1;
    for (const hear of hearers) hear(userId);
  };
  deps.notifications.on(rightsChangedChannel, note);
  return {
    /**
     * Tells all processes, when the transaction commits.
     * @returns what tells this process, whose own next request must not race the message
     */
    async tell(trx: Trx, userId: string): Promise<{ announce(): void }> {
      await deps.sessions.tellRightsChanged(trx, userId);
      return { announce: () => note(userId) };
    },
    onChanged: (hear: (userId: string) => void) => void hearers.push(hear),
    /** Counts the changes that were received so far. */
    heard: () => heard,
  };
}

export type RightsChanges = ReturnType<typeof createRightsChanges>;
