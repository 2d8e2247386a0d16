import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { addLoginEvent } from '../history/login-history.repository.ts';
import { type EndedSessions, endSessions } from '../sessions/end-sessions.usecases.ts';
import { hasSecondFactor } from './second-factor.rules.ts';
import {
  deleteAllFactors,
  type FactorHolder,
  findFactorStanding,
} from './second-factors.repository.ts';

/** Tells whether a user has a second factor that counts. */
export async function isSecondFactorEnrolled(db: DbOrTrx, holder: FactorHolder): Promise<boolean> {
  return hasSecondFactor(await findFactorStanding(db, holder));
}

/**
 * Removes all factors of a user who lost them, passkeys too: the sessions end, and the next sign-in
 * needs the password alone.
 * @returns null when there was none
 */
export async function clearSecondFactors(
  deps: Pick<AuthDeps, 'clock' | 'revocations'>,
  trx: Trx,
  userId: string,
  byUserId: string,
): Promise<EndedSessions | null> {
  if (!(await deleteAllFactors(trx, userId))) return null;
  const now = deps.clock.now();
  await recordEvent(trx, 'second-factor.cleared', { userId, byUserId }, now);
  await addLoginEvent(trx, { userId, kind: 'second-factor-removed', client: {}, at: now });
  return endSessions(deps, trx, { userId }, 'second_factor_changed');
}

/** Removes all that belongs to the second factors of an account that is deleted. */
export async function forgetSecondFactors(trx: Trx, userId: string): Promise<void> {
  await deleteAllFactors(trx, userId);
}
