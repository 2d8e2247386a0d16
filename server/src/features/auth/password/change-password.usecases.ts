import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { Users } from '../../users/index.ts';
import { passwordRefused, wrongPassword } from '../auth.errors.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { SecondFactors } from '../second-factor/second-factor.usecases.ts';
import type { EndSessions } from '../sessions/end-sessions.usecases.ts';
import type { IsBreached } from './breached-passwords.adapter.ts';
import type { ConfirmPassword } from './confirm-password.usecases.ts';
import type { CredentialsRepository } from './credentials.repository.ts';
import type { PasswordHasher } from './password-hash.adapter.ts';
import { judgePassword } from './passwords.rules.ts';

export interface ChangePasswordDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<Users, 'setPassword'>;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly credentials: Pick<CredentialsRepository, 'lock'>;
  readonly secondFactors: Pick<SecondFactors, 'isEnrolled'>;
  readonly history: Pick<LoginHistory, 'add'>;
  readonly isBreached: IsBreached;
  readonly confirmPassword: ConfirmPassword;
  readonly endSessions: EndSessions;
}

/**
 * Changes the password of a user who is signed in, and ends the other sessions.
 * @throws AppError wrong_password, also when it was changed or reset meanwhile;
 *   RATE_LIMIT_EXCEEDED; or the rule that the new password breaks
 */
export function createChangePassword(deps: ChangePasswordDeps) {
  const { db, clock } = deps;
  return async function changePassword(
    caller: SessionCaller,
    given: { currentPassword: string; newPassword: string },
    visitor: Visitor,
  ): Promise<{ success: true; ended: number }> {
    const { userId, userType, sessionId } = caller;
    const confirmed = await deps.confirmPassword(caller, given.currentPassword, visitor);
    if (!confirmed.isRight) throw wrongPassword();
    const { user } = confirmed;
    const context = {
      userType,
      name: user.name,
      contactNumber: user.contact_number,
      place: user.district,
      hasSecondFactor: await deps.secondFactors.isEnrolled({ userId, userType }),
    };
    const refusal = judgePassword(given.newPassword, context);
    if (refusal) throw passwordRefused(refusal, context);
    if (await deps.isBreached(given.newPassword))
      throw passwordRefused('password_breached', context);
    const passwordHash = await deps.hasher.hash(given.newPassword);
    const ended = await db.transaction().execute(async (trx) => {
      const present = await deps.credentials.lock(trx, userId);
      if (present === null || present !== user.password_hash) throw wrongPassword();
      await deps.users.setPassword(trx, userId, passwordHash);
      const now = clock.now();
      await recordEvent(trx, 'user.password-changed', { userId }, now);
      await deps.history.add(trx, { userId, kind: 'password-changed', visitor, at: now });
      return deps.endSessions(trx, { userId, exceptSessionId: sessionId }, 'password_changed');
    });
    ended.announce();
    return { success: true, ended: ended.count };
  };
}

export type ChangePassword = ReturnType<typeof createChangePassword>;
