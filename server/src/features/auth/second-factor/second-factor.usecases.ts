import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { EndedSessions, EndSessions } from '../sessions/end-sessions.usecases.ts';
import { hasSecondFactor } from './second-factor.rules.ts';
import type { FactorHolder, SecondFactorsRepository } from './second-factors.repository.ts';

/** Reads and clears the second factors of others, for administration. */
export function createSecondFactors(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly factors: Pick<SecondFactorsRepository, 'standing' | 'removeAll'>;
  readonly history: Pick<LoginHistory, 'add'>;
  readonly endSessions: EndSessions;
}) {
  const { clock, factors } = deps;
  return {
    standing: (holder: FactorHolder) => factors.standing(deps.db, holder),

    isEnrolled: async (holder: FactorHolder, db: DbOrTrx = deps.db) =>
      hasSecondFactor(await factors.standing(db, holder)),

    /**
     * Removes all factors of a user who lost them, passkeys too: the sessions end, and the next
     * sign-in needs the password alone.
     */
    async clear(trx: Trx, userId: string, byUserId: string): Promise<EndedSessions | null> {
      if (!(await factors.removeAll(trx, userId))) return null;
      const now = clock.now();
      await recordEvent(trx, 'second-factor.cleared', { userId, byUserId }, now);
      const removed = { userId, kind: 'second-factor-removed', visitor: {}, at: now } as const;
      await deps.history.add(trx, removed);
      return deps.endSessions(trx, { userId }, 'second_factor_changed');
    },

    /** Nothing of it stays with a deleted account. */
    async forget(trx: Trx, userId: string): Promise<void> {
      await factors.removeAll(trx, userId);
    },
  };
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;
