import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { UserRow } from '../../users/index.ts';
import type { AuthDeps } from '../auth.deps.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import { tokenInvalid } from '../sessions/tokens.adapter.ts';
import { recordRefusedSignIn } from '../sign-in/sign-in-attempt.usecases.ts';

export type ConfirmPasswordDeps = Pick<AuthDeps, 'db' | 'clock' | 'hasher' | 'signInRateLimit'> & {
  readonly users: Pick<AuthDeps['users'], 'findUserById'>;
};

/**
 * Checks the password of a signed-in user. A wrong one counts and is recorded in the login history,
 * as at the sign-in: an attacker may use an open session, or a copy of it.
 * @throws AppError RATE_LIMIT_EXCEEDED
 */
export async function confirmPassword(
  deps: ConfirmPasswordDeps,
  { userId, deviceId }: SessionCaller,
  password: string,
  client: ClientInfo,
): Promise<{ readonly user: UserRow; readonly isRight: boolean }> {
  const user = await deps.users.findUserById(userId);
  if (!user) throw tokenInvalid();
  const { address } = client;
  const attempt = { address, account: user.contact_number, deviceId, isKnownDevice: true };
  await deps.signInRateLimit.countPassword(attempt);
  const isRight = await deps.hasher.verifyPassword(user.password_hash, password, true);
  if (isRight) await deps.signInRateLimit.forgetPasswords(attempt);
  else await recordRefusedSignIn(deps, { userId, reason: 'confirmation' }, client);
  return { user, isRight };
}
