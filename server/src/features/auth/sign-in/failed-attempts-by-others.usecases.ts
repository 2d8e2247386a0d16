import type { FailedAttemptsByOthers } from '@prahari/contract';
import { addSeconds } from '../../../platform/clock/clock.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { addLoginEvent, countRefusalsOfNewDevices } from '../history/login-history.repository.ts';
import { findLastSignInAt } from '../sessions/sessions.repository.ts';

/** A neighbour mistypes a number once or twice. */
const fewest = 10;
/** A more exact number is not needed, and counting takes time. */
const mostCounted = 1000;
const longestSeconds = 30 * 86_400;

/**
 * Counts how often others tried to sign in to an account, from devices that never signed in to it:
 * in 30 days, or since the sign-in on this device before `opened` where that is later, so that a
 * session which an attacker opened hides nothing.
 * @returns null where they were few
 */
export async function findFailedAttemptsByOthers(
  deps: Pick<AuthDeps, 'clock'>,
  db: DbOrTrx,
  userId: string,
  opened?: { readonly sessionId: string; readonly deviceId: string },
): Promise<FailedAttemptsByOthers | null> {
  const longest = addSeconds(deps.clock.now(), -longestSeconds);
  const last = opened ? await findLastSignInAt(db, userId, opened) : null;
  const since = last && last > longest ? last : longest;
  const found = await countRefusalsOfNewDevices(db, userId, since, mostCounted + 1);
  if (found < fewest) return null;
  const isMore = found > mostCounted;
  return { count: Math.min(found, mostCounted), isMore, since: since.toISOString() };
}

/**
 * Records that others used up the attempts of new devices at an account: an event, for a number
 * without an account too, and an entry of the login history that owner and administrators read.
 */
export async function recordGuessing(
  deps: Pick<AuthDeps, 'db' | 'clock'> & {
    readonly users: Pick<AuthDeps['users'], 'findUserByContact'>;
  },
  account: string,
): Promise<void> {
  const userId = (await deps.users.findUserByContact(account))?.id ?? null;
  const at = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    await recordEvent(trx, 'account.guessed', { userId }, at);
    if (userId) await addLoginEvent(trx, { userId, kind: 'guessing-noticed', client: {}, at });
  });
}
