import type { Strangers } from '@prahari/contract';
import { type Clock, secondsAfter } from '../../../platform/clock/clock.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';

/** A neighbour mistypes a number once or twice. */
const fewest = 10;
/** A more exact number is not needed, and counting takes time. */
const mostCounted = 1000;
const longestSeconds = 30 * 86_400;

export interface StrangersDeps {
  readonly clock: Clock;
  readonly history: Pick<LoginHistory, 'countStrangers'>;
  readonly sessions: Pick<SessionsRepository, 'lastOpenedAt'>;
}

/**
 * Counts how often strangers tried to sign in to an account: in 30 days, or since the sign-in on
 * this device before `opened` where that is later, so that a session which a stranger opened hides
 * nothing. Null where they were few.
 */
export function createStrangers({ clock, history, sessions }: StrangersDeps) {
  return async function strangersAt(
    db: DbOrTrx,
    userId: string,
    opened?: { readonly sessionId: string; readonly deviceId: string },
  ): Promise<Strangers | null> {
    const longest = secondsAfter(clock.now(), -longestSeconds);
    const last = opened ? await sessions.lastOpenedAt(db, userId, opened) : null;
    const since = last && last > longest ? last : longest;
    const found = await history.countStrangers(db, userId, since, mostCounted + 1);
    if (found < fewest) return null;
    const isMore = found > mostCounted;
    return { count: Math.min(found, mostCounted), isMore, since: since.toISOString() };
  };
}

export type StrangersAt = ReturnType<typeof createStrangers>;
