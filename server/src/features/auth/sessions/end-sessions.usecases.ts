import type { SessionEndCause } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvents } from '../../../platform/events/record-event.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { Revocations } from './revocations.adapter.ts';
import type { SessionsRepository, WhichSessions } from './sessions.repository.ts';

export interface EndedSessions {
  readonly count: number;
  /** Tells this process; call it once the transaction has been committed. */
  announce(): void;
}

export type EndSessions = (
  trx: Trx,
  which: WhichSessions,
  cause: SessionEndCause,
) => Promise<EndedSessions>;

/** Ends sessions, for all causes: with a fact for each, in the transaction of the cause. */
export function createEndSessions(deps: {
  clock: Clock;
  sessions: Pick<SessionsRepository, 'end'>;
  history: Pick<LoginHistory, 'addEnded'>;
  revocations: Pick<Revocations, 'note'>;
}): EndSessions {
  return async (trx, which, cause) => {
    const now = deps.clock.now();
    const ended = await deps.sessions.end(trx, which, cause, now);
    await deps.history.addEnded(trx, ended, cause);
    const { userId } = which;
    const facts = ended.map((sessionId) => ({ userId, sessionId, cause }));
    await recordEvents(trx, 'session.ended', facts, now);
    return { count: ended.length, announce: () => ended.forEach(deps.revocations.note) };
  };
}
