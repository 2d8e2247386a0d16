import { isAdministrator, type MachineFacts } from '@prahari/contract';
import type { UserRow } from '../../users/index.ts';
import type { AuthDeps } from '../auth.deps.ts';
import {
  invalidCredentials,
  passwordChangeRequired,
  secondFactorRequired,
} from '../auth.errors.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import { checkDevice } from '../devices/devices.usecases.ts';
import { replacePasswordHash } from '../password/credentials.repository.ts';
import { findMinLength, isShorter } from '../password/passwords.rules.ts';
import { hasSecondFactor, listSecondStepWays } from '../second-factor/second-factor.rules.ts';
import { isSecondFactorEnrolled } from '../second-factor/second-factor.usecases.ts';
import { findFactorStanding } from '../second-factor/second-factors.repository.ts';
import {
  type OpenedSession,
  type OpenSessionDeps,
  openSession,
} from '../sessions/open-session.usecases.ts';
import {
  beginSignInAttempt,
  type Claim,
  checkActivationCode,
  recordRefusedSignIn,
  type SignInAttemptDeps,
} from './sign-in-attempt.usecases.ts';

export interface Credentials extends Claim {
  readonly password: string;
  readonly resetDevice: boolean;
  readonly machine?: MachineFacts | undefined;
}

/**
 * Signs in by phone number and password, up to a session or its second step. Unknown, wrong and
 * blocked can't be distinguished, in text or time. An activation code instead of a password leads
 * to choosing one, and so does a password that is now too short for its account.
 * @throws AppError invalid_credentials, password_change_required, second_factor_required,
 * device_not_bound, device_cannot_play, RATE_LIMIT_EXCEEDED or proof_of_work_required
 */
export async function signIn(
  deps: OpenSessionDeps & SignInAttemptDeps & Pick<AuthDeps, 'log' | 'hasher'>,
  given: Credentials,
  client: ClientInfo,
): Promise<OpenedSession> {
  const { user, counted } = await beginSignInAttempt(deps, given, client, 'password');
  const invited = user?.password_hash === null ? user : undefined;
  // Side by side: counting a wrong code is a write, which must not show beside the hash.
  const [isRight, codeHash] = await Promise.all([
    deps.hasher.verifyPassword(user?.password_hash ?? null, given.password, counted.isKnownDevice),
    checkActivationCode(deps, invited, given.password),
  ]);
  const { deviceId } = client;
  if (user?.password_hash && isRight) {
    const { id: userId, password_hash: stored, user_type: userType } = user;
    const { resetDevice, machine } = given;
    const standing = await findFactorStanding(deps.db, { userId, userType });
    if (hasSecondFactor(standing)) {
      // Before the second step, which would be useless for a refused device; here the user is also
      // asked whether to move the account to this device.
      const admission = await checkDevice(deps, {
        userId,
        userType,
        client,
        resetDevice,
        machine,
      });
      if (!admission.isAdmitted) throw admission.refusal;
      await deps.signInRateLimit.forgetPasswords(counted);
      const passwordHash = await updateHash(deps, user, stored, given.password);
      const facts = { userId, passwordHash, deviceId, resetDevice };
      const pending = await deps.tokens.signSecondFactorToken(facts);
      throw secondFactorRequired({ ...pending, ways: listSecondStepWays(standing) });
    }
    const minLength = findMinLength(userType, false);
    // It was long enough beside a second factor, which was removed since.
    if (isAdministrator(userType) && isShorter(given.password, minLength)) {
      await deps.signInRateLimit.forgetPasswords(counted);
      const passwordHash = await updateHash(deps, user, stored, given.password);
      const set = await deps.tokens.signSetPasswordToken({ userId, passwordHash, deviceId });
      throw passwordChangeRequired(set.token, set.expiresAt, minLength);
    }
    const opened = await openSession(deps, user, client, { resetDevice, machine });
    await deps.signInRateLimit.forgetPasswords(counted);
    await updateHash(deps, user, stored, given.password);
    return opened;
  }
  if (user && codeHash) {
    const { id: userId, user_type: userType } = user;
    const set = await deps.tokens.signSetPasswordToken({ userId, codeHash, deviceId });
    const isEnrolled = await isSecondFactorEnrolled(deps.db, { userId, userType });
    throw passwordChangeRequired(set.token, set.expiresAt, findMinLength(userType, isEnrolled));
  }
  const reason = invited ? 'activation_code' : user ? 'password' : 'account';
  await recordRefusedSignIn(deps, { userId: user?.id ?? null, reason }, client);
  throw invalidCredentials();
}

/**
 * Renews a hash that was made with other parameters, while the password is known. A failure is
 * logged, and the old hash stays valid.
 * @returns the hash that is stored now
 */
async function updateHash(
  deps: Pick<AuthDeps, 'db' | 'log' | 'hasher'>,
  user: UserRow,
  stored: string,
  password: string,
): Promise<string> {
  if (!deps.hasher.isHashOutdated(stored)) return stored;
  try {
    const updated = await deps.hasher.hashPassword(password);
    await replacePasswordHash(deps.db, user.id, stored, updated);
    return updated;
  } catch (error) {
    deps.log.warn({ err: error, userId: user.id }, 'a password could not be hashed again');
    return stored;
  }
}
