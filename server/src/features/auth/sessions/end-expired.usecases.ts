import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvents } from '../../../platform/events/record-event.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { SessionsRepository } from './sessions.repository.ts';

/**
 * Records the end of sessions that expired without being used. They were refused since then; this
 * is for readers of the history.
 */
export function createEndExpired(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Pick<SessionsRepository, 'endExpired'>;
  readonly history: Pick<LoginHistory, 'addEnded'>;
}) {
  /** @returns how many there were, at most `atMost` */
  return (atMost: number): Promise<number> =>
    deps.db.transaction().execute(async (trx) => {
      const now = deps.clock.now();
      const expired = await deps.sessions.endExpired(trx, now, atMost);
      const ids = expired.map(({ sessionId }) => sessionId);
      await deps.history.addEnded(trx, ids, 'expired');
      const facts = expired.map((session) => ({ ...session, cause: 'expired' as const }));
      await recordEvents(trx, 'session.ended', facts, now);
      return expired.length;
    });
}
