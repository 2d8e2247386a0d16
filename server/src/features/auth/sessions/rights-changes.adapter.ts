import type { Trx } from '../../../platform/db/database.ts';
import {
  createRevocationMemory,
  publishRevoked,
  type RevocationMemoryDeps,
} from '../../../platform/revocations/revocation-memory.ts';
import { rightsChangedChannel } from './sessions.repository.ts';

/** Tells every process that what a user may do has changed. */
export function createRightsChanges(deps: RevocationMemoryDeps) {
  const changes = createRevocationMemory({ channel: rightsChangedChannel }, deps);
  return {
    /**
     * Tells all processes, when the transaction commits.
     * @returns what tells this process, whose own next request must not race the message
     */
    async tell(trx: Trx, userId: string): Promise<{ announce(): void }> {
      await publishRevoked(trx, rightsChangedChannel, [{ id: userId }]);
      return { announce: () => changes.note({ id: userId }) };
    },
    onChanged: (hear: (userId: string) => void) => changes.onRevoked(hear),
    /** Counts the changes that were received so far. */
    heard: changes.count,
  };
}

export type RightsChanges = ReturnType<typeof createRightsChanges>;
