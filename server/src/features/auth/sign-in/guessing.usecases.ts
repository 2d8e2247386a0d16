import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { Users } from '../../users/index.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';

export interface GuessingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<Users, 'findByContact'>;
  readonly history: Pick<LoginHistory, 'add'>;
}

/**
 * Records that strangers used up what new devices may try at an account: an event, for a number
 * without an account too, and an entry of the login history that owner and administrators read.
 */
export function createGuessingRecord({ db, clock, users, history }: GuessingDeps) {
  return async function recordGuessing(account: string): Promise<void> {
    const userId = (await users.findByContact(account))?.id ?? null;
    const at = clock.now();
    await db.transaction().execute(async (trx) => {
      await recordEvent(trx, 'account.guessed', { userId }, at);
      if (userId) await history.add(trx, { userId, kind: 'guessing-noticed', visitor: {}, at });
    });
  };
}
