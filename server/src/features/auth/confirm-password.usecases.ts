import type { SessionCaller } from '../../platform/http/caller.ts';
import type { UserRow, Users } from '../users/index.ts';
import type { PasswordHasher } from './password-hash.adapter.ts';
import type { SignInLimits } from './sign-in-limits.adapter.ts';
import { tokenInvalid } from './tokens.adapter.ts';

export interface ConfirmPasswordDeps {
  readonly users: Pick<Users, 'findById'>;
  readonly hasher: Pick<PasswordHasher, 'verify'>;
  readonly limits: Pick<SignInLimits, 'count' | 'forget'>;
}

export type ConfirmPassword = (
  caller: SessionCaller,
  password: string,
  address: string,
) => Promise<{ readonly user: UserRow; readonly isRight: boolean }>;

/** Asks somebody who is signed in for the password again. @throws AppError RATE_LIMIT_EXCEEDED */
export function createConfirmPassword(deps: ConfirmPasswordDeps): ConfirmPassword {
  return async ({ userId, deviceId }, password, address) => {
    const user = await deps.users.findById(userId);
    if (!user) throw tokenInvalid();
    const attempt = { address, account: user.contact_number, deviceId, isKnownDevice: true };
    await deps.limits.count(attempt);
    const isRight = await deps.hasher.verify(user.password_hash, password, true);
    if (isRight) await deps.limits.forget(attempt);
    return { user, isRight };
  };
}
