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
     * @returns a function that tells this process, whose next request must not race the message
     */
    async publishChange(trx: Trx, userId: string): Promise<{ announce(): void }> {
      await publishRevoked(trx, rightsChangedChannel, [{ id: userId }]);
      return { announce: () => changes.note({ id: userId }) };
    },
    onChanged: (listener: (userId: string) => void) => changes.onRevoked(listener),
    /** Counts the changes that were received so far. */
    countReceived: changes.count,
  };
}

export type RightsChanges = ReturnType<typeof createRightsChanges>;
