import { hasSameBytes } from '../../../platform/crypto/codes.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { activationInvalid, passwordRefused } from '../auth.errors.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import { addLoginEvent } from '../history/login-history.repository.ts';
import { isSecondFactorEnrolled } from '../second-factor/second-factor.usecases.ts';
import { endSessions } from '../sessions/end-sessions.usecases.ts';
import { derivePasswordMark } from '../sessions/tokens.adapter.ts';
import {
  beginSignInAttempt,
  type Claim,
  checkActivationCode,
  recordRefusedSignIn,
  type SignInAttemptDeps,
} from '../sign-in/sign-in-attempt.usecases.ts';
import { lockPasswordHash } from './credentials.repository.ts';
import { describePasswordContext } from './password-context.rules.ts';
import { findMinLength, judgePassword } from './passwords.rules.ts';

/**
 * Verifies a one-time activation code and returns a token that sets the password.
 * @throws AppError activation_invalid, the same for unknown numbers and wrong codes
 */
export async function verifyActivation(
  deps: SignInAttemptDeps & Pick<AuthDeps, 'clock' | 'hasher' | 'tokens'>,
  given: Claim & { code: string },
  client: ClientInfo,
) {
  const { user, counted } = await beginSignInAttempt(deps, given, client, 'activation');
  // Side by side: counting a wrong code is a write, which must not show beside the hash.
  const [codeHash] = await Promise.all([
    checkActivationCode(deps, user, given.code),
    deps.hasher.verifyPassword(null, given.code, counted.isKnownDevice),
  ]);
  if (!user || !codeHash) {
    const reason = user ? 'activation_code' : 'account';
    await recordRefusedSignIn(deps, { userId: user?.id ?? null, reason }, client);
    throw activationInvalid();
  }
  const { deviceId } = client;
  const { id: userId, user_type: userType } = user;
  const set = await deps.tokens.signSetPasswordToken({ userId, codeHash, deviceId });
  const isEnrolled = await isSecondFactorEnrolled(deps.db, { userId, userType });
  return {
    setPasswordToken: set.token,
    expiresAt: set.expiresAt.toISOString(),
    passwordMinLength: findMinLength(userType, isEnrolled),
  };
}

/**
 * Sets the password. The token works once: the code or password behind it is used up. With a code,
 * every session ends: the reset may follow a stolen password.
 * @throws AppError activation_invalid, or the rule that the password breaks
 */
export async function setPassword(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'tokens' | 'hasher' | 'isBreached' | 'revocations'> & {
    readonly users: Pick<
      AuthDeps['users'],
      'findUserById' | 'consumeActivationCode' | 'setUserPassword'
    >;
  },
  given: { setPasswordToken: string; password: string },
  client: ClientInfo,
): Promise<{ success: true }> {
  const { db, users } = deps;
  const { userId, codeHash, mark } = await deps.tokens.readSetPasswordToken(
    given.setPasswordToken,
    client.deviceId,
  );
  const user = await users.findUserById(userId);
  if (!user || user.status === 'blocked') throw activationInvalid();
  const { user_type: userType } = user;
  const hasSecondFactor = await isSecondFactorEnrolled(db, { userId, userType });
  const context = describePasswordContext(user, { userType, hasSecondFactor });
  const refusal = judgePassword(given.password, context);
  if (refusal) throw passwordRefused(refusal, context);
  if (await deps.isBreached(given.password)) throw passwordRefused('password_breached', context);
  const passwordHash = await deps.hasher.hashPassword(given.password);
  const ended = await db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const present = await lockPasswordHash(trx, userId);
    if (codeHash) {
      if (!(await users.consumeActivationCode(trx, userId, codeHash))) throw activationInvalid();
    } else {
      const isSame = present !== null && hasSameBytes(derivePasswordMark(present), mark);
      if (!isSame) throw activationInvalid();
    }
    if (present === null) await recordEvent(trx, 'user.activated', { userId }, now);
    else {
      await recordEvent(trx, 'user.password-changed', { userId }, now);
      await addLoginEvent(trx, { userId, kind: 'password-changed', client, at: now });
    }
    await users.setUserPassword(trx, userId, passwordHash);
    return codeHash ? endSessions(deps, trx, { userId }, 'password_changed') : null;
  });
  ended?.announce();
  return { success: true };
}
