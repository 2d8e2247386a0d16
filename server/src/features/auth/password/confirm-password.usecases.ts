import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { UserRow, Users } from '../../users/index.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import { tokenInvalid } from '../sessions/tokens.adapter.ts';
import { recordRefusedSignIn } from '../sign-in/sign-in-attempt.usecases.ts';
import type { SignInLimits } from '../sign-in/sign-in-rate-limit.adapter.ts';
import type { PasswordHasher } from './password-hash.adapter.ts';

export interface ConfirmPasswordDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly history: Pick<LoginHistory, 'add'>;
  readonly users: Pick<Users, 'findById'>;
  readonly hasher: Pick<PasswordHasher, 'verify'>;
  readonly limits: Pick<SignInLimits, 'count' | 'forget'>;
}

export type ConfirmPassword = (
  caller: SessionCaller,
  password: string,
  visitor: Visitor,
) => Promise<{ readonly user: UserRow; readonly isRight: boolean }>;

/**
 * Asks a signed-in user for the password again. A wrong one counts, and stands in the login
 * history, as at the sign-in: the person who guesses may sit at an open session, or have a copy of
 * it.
 * @throws AppError RATE_LIMIT_EXCEEDED
 */
export function createConfirmPassword(deps: ConfirmPasswordDeps): ConfirmPassword {
  return async ({ userId, deviceId }, password, visitor) => {
    const user = await deps.users.findById(userId);
    if (!user) throw tokenInvalid();
    const { address } = visitor;
    const attempt = { address, account: user.contact_number, deviceId, isKnownDevice: true };
    await deps.limits.count(attempt);
    const isRight = await deps.hasher.verify(user.password_hash, password, true);
    if (isRight) await deps.limits.forget(attempt);
    else await recordRefusedSignIn(deps, userId, visitor);
    return { user, isRight };
  };
}
