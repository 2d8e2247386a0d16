import type { SessionEndCause } from '@prahari/contract';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvents } from '../../../platform/events/record-event.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { addSessionEndedEvents } from '../history/login-history.repository.ts';
import {
  markExpiredSessionsEnded,
  markSessionsEnded,
  markSessionsOfManyEnded,
  type WhichSessions,
} from './sessions.repository.ts';

export interface EndedSessions {
  readonly count: number;
  /** Tells this process; call it after the transaction has committed. */
  announce(): void;
}

/** PostgreSQL takes 65,535 values in a statement, and a fact has four. */
const factsAtOnce = 10_000;

export type EndSessionsDeps = Pick<AuthDeps, 'clock' | 'revocations'>;

/** Ends sessions, for all causes: with an event for each, in the transaction of the cause. */
export async function endSessions(
  deps: EndSessionsDeps,
  trx: Trx,
  which: WhichSessions,
  cause: SessionEndCause,
): Promise<EndedSessions> {
  const now = deps.clock.now();
  const ended = await markSessionsEnded(trx, which, cause, now);
  await addSessionEndedEvents(trx, ended, cause);
  const { userId } = which;
  const facts = ended.map((sessionId) => ({ userId, sessionId, cause }));
  await recordEvents(trx, 'session.ended', facts, now);
  return { count: ended.length, announce: () => ended.forEach(deps.revocations.noteRevoked) };
}

/** Ends all sessions of many users, as `endSessions` does of one. */
export async function endSessionsOf(
  deps: EndSessionsDeps,
  trx: Trx,
  userIds: readonly string[],
  cause: SessionEndCause,
): Promise<EndedSessions & { readonly userIds: ReadonlySet<string> }> {
  const now = deps.clock.now();
  const ended = await markSessionsOfManyEnded(trx, userIds, cause, now);
  const ids = ended.map(({ sessionId }) => sessionId);
  await addSessionEndedEvents(trx, ids, cause);
  for (let from = 0; from < ended.length; from += factsAtOnce) {
    const facts = ended.slice(from, from + factsAtOnce).map((session) => ({ ...session, cause }));
    await recordEvents(trx, 'session.ended', facts, now);
  }
  return {
    count: ended.length,
    userIds: new Set(ended.map(({ userId }) => userId)),
    announce: () => ids.forEach(deps.revocations.noteRevoked),
  };
}

/**
 * Ends one session of a user, or all of them, in a separate transaction.
 * @returns how many live sessions of this user there were
 */
export async function endOwnSessions(
  deps: EndSessionsDeps & Pick<AuthDeps, 'db'>,
  which: Pick<WhichSessions, 'userId' | 'sessionId'>,
  cause: 'logout' | 'logout_all',
): Promise<number> {
  const ended = await deps.db.transaction().execute((trx) => endSessions(deps, trx, which, cause));
  ended.announce();
  return ended.count;
}

/**
 * Records the end of sessions that expired unused. They have been refused since then; this is for
 * readers of the history.
 * @returns how many there were, at most `atMost`
 */
export function endExpiredSessions(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  atMost: number,
): Promise<number> {
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const expired = await markExpiredSessionsEnded(trx, now, atMost);
    const ids = expired.map(({ sessionId }) => sessionId);
    await addSessionEndedEvents(trx, ids, 'expired');
    const facts = expired.map((session) => ({ ...session, cause: 'expired' as const }));
    await recordEvents(trx, 'session.ended', facts, now);
    return expired.length;
  });
}
