import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { passwordRefused, wrongPassword } from '../auth.errors.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import { addLoginEvent } from '../history/login-history.repository.ts';
import { isSecondFactorEnrolled } from '../second-factor/second-factor.usecases.ts';
import { endSessions } from '../sessions/end-sessions.usecases.ts';
import { type ConfirmPasswordDeps, confirmPassword } from './confirm-password.usecases.ts';
import { lockPasswordHash } from './credentials.repository.ts';
import { describePasswordContext } from './password-context.rules.ts';
import { judgePassword } from './passwords.rules.ts';

/**
 * Changes the password of a signed-in user, and ends the other sessions.
 * @throws AppError wrong_password, also when it was changed or reset in the meantime;
 * RATE_LIMIT_EXCEEDED; or the rule that the new password breaks
 */
export async function changePassword(
  deps: ConfirmPasswordDeps &
    Pick<AuthDeps, 'isBreached' | 'revocations'> & {
      readonly users: Pick<AuthDeps['users'], 'setUserPassword'>;
    },
  caller: SessionCaller,
  given: { currentPassword: string; newPassword: string },
  client: ClientInfo,
): Promise<{ success: true; ended: number }> {
  const { userId, userType, sessionId } = caller;
  const confirmed = await confirmPassword(deps, caller, given.currentPassword, client);
  if (!confirmed.isRight) throw wrongPassword();
  const { user } = confirmed;
  const hasSecondFactor = await isSecondFactorEnrolled(deps.db, { userId, userType });
  const context = describePasswordContext(user, { userType, hasSecondFactor });
  const refusal = judgePassword(given.newPassword, context);
  if (refusal) throw passwordRefused(refusal, context);
  if (await deps.isBreached(given.newPassword)) throw passwordRefused('password_breached', context);
  const passwordHash = await deps.hasher.hashPassword(given.newPassword);
  const ended = await deps.db.transaction().execute(async (trx) => {
    const present = await lockPasswordHash(trx, userId);
    if (present === null || present !== user.password_hash) throw wrongPassword();
    await deps.users.setUserPassword(trx, userId, passwordHash);
    const now = deps.clock.now();
    await recordEvent(trx, 'user.password-changed', { userId }, now);
    await addLoginEvent(trx, { userId, kind: 'password-changed', client, at: now });
    return endSessions(deps, trx, { userId, exceptSessionId: sessionId }, 'password_changed');
  });
  ended.announce();
  return { success: true, ended: ended.count };
}
