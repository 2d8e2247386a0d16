import { sameBytes } from '../../platform/crypto/codes.ts';
import type { Users } from '../users/index.ts';
import { invalidCredentials } from './auth.errors.ts';
import type { OpenedSession, OpenSession } from './open-session.usecases.ts';
import type { SecondFactorCodes } from './second-factor-code.usecases.ts';
import { passwordMark, type Tokens } from './tokens.adapter.ts';
import type { Visitor } from './visitor.rules.ts';

export interface SecondFactorSignInDeps {
  readonly users: Pick<Users, 'findById'>;
  readonly tokens: Pick<Tokens, 'readSecondFactor'>;
  readonly codes: SecondFactorCodes;
  readonly openSession: OpenSession;
}

/**
 * The second step of a sign-in, for the device whose password was right a moment ago; once a step.
 * @throws AppError TOKEN_EXPIRED, TOKEN_INVALID (also when used), second_factor_wrong, RATE_LIMIT_EXCEEDED, or
 * invalid_credentials when the account was blocked or got another password meanwhile
 */
export function createSecondFactorSignIn(deps: SecondFactorSignInDeps) {
  return async function completeSignIn(
    given: { secondFactorToken: string; code: string },
    visitor: Visitor,
  ): Promise<OpenedSession> {
    const { deviceId } = visitor;
    const pending = await deps.tokens.readSecondFactor(given.secondFactorToken, deviceId);
    const user = await deps.users.findById(pending.userId);
    if (!user?.password_hash || user.status === 'blocked') throw invalidCredentials();
    if (!sameBytes(passwordMark(user.password_hash), pending.mark)) throw invalidCredentials();
    await deps.codes.spend(user, given.code, visitor);
    // Administrators, who alone have second factors, are bound to no device.
    return deps.openSession(user, visitor, { resetDevice: false, sessionId: pending.sessionId });
  };
}
