import { sameBytes } from '../../../platform/crypto/codes.ts';
import type { UserRow, Users } from '../../users/index.ts';
import { invalidCredentials } from '../auth.errors.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { OpenedSession, OpenSession, SessionWish } from '../sessions/open-session.usecases.ts';
import { passwordMark, type Tokens } from '../sessions/tokens.adapter.ts';
import type { SecondFactorCodes } from './second-factor-code.usecases.ts';

export interface PendingSignInDeps {
  readonly users: Pick<Users, 'findById'>;
  readonly tokens: Pick<Tokens, 'readSecondFactor'>;
}

export interface SecondFactorSignInDeps extends PendingSignInDeps {
  readonly codes: SecondFactorCodes;
  readonly openSession: OpenSession;
}

/** Half a sign-in: the password was right, on this device, and still is. */
export interface PendingSignIn {
  readonly user: UserRow;
  readonly wish: SessionWish & { readonly sessionId: string };
}

/** @throws AppError TOKEN_EXPIRED, TOKEN_INVALID, or invalid_credentials when the account was blocked or got another password meanwhile */
export async function readPendingSignIn(
  deps: PendingSignInDeps,
  token: string,
  { deviceId }: Pick<Visitor, 'deviceId'>,
): Promise<PendingSignIn> {
  const pending = await deps.tokens.readSecondFactor(token, deviceId);
  const user = await deps.users.findById(pending.userId);
  if (!user?.password_hash || user.status === 'blocked') throw invalidCredentials();
  if (!sameBytes(passwordMark(user.password_hash), pending.mark)) throw invalidCredentials();
  const { sessionId, resetDevice } = pending;
  return { user, wish: { sessionId, resetDevice } };
}

/**
 * Takes the second step of a sign-in, for the device whose password was right a moment ago; once a
 * step.
 * @throws AppError as `readPendingSignIn`, also TOKEN_INVALID when used; second_factor_wrong,
 *   RATE_LIMIT_EXCEEDED, device_not_bound
 */
export function createSecondFactorSignIn(deps: SecondFactorSignInDeps) {
  return async function completeSignIn(
    given: { secondFactorToken: string; code: string },
    visitor: Visitor,
  ): Promise<OpenedSession> {
    const { user, wish } = await readPendingSignIn(deps, given.secondFactorToken, visitor);
    await deps.codes.spend(user, given.code, visitor);
    return deps.openSession(user, visitor, wish);
  };
}
