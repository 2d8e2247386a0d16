import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { EndedSessions, EndSessions } from './end-sessions.usecases.ts';
import type { LoginHistory } from './login-history.repository.ts';
import type { SecondFactorsRepository } from './second-factors.repository.ts';

/** What administration asks about the second factor of others, and does to it. */
export function createSecondFactors(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly factors: Pick<SecondFactorsRepository, 'isEnrolled' | 'remove'>;
  readonly history: Pick<LoginHistory, 'add'>;
  readonly endSessions: EndSessions;
}) {
  const { clock, factors } = deps;
  return {
    isEnrolled: (userId: string, db: DbOrTrx = deps.db) => factors.isEnrolled(db, userId),

    /** For somebody who lost it: the sessions end, and the next sign-in needs the password alone. */
    async clear(trx: Trx, userId: string, byUserId: string): Promise<EndedSessions | null> {
      if (!(await factors.remove(trx, userId))) return null;
      const now = clock.now();
      await recordEvent(trx, 'second-factor.cleared', { userId, byUserId }, now);
      const removed = { userId, kind: 'second-factor-removed', visitor: {}, at: now } as const;
      await deps.history.add(trx, removed);
      return deps.endSessions(trx, { userId }, 'second_factor_changed');
    },

    /** Nothing of it stays with a deleted account. */
    async forget(trx: Trx, userId: string): Promise<void> {
      await factors.remove(trx, userId);
    },
  };
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;
