import { isAdministrator } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { UserRow } from '../../users/index.ts';
import {
  deviceNotBound,
  invalidCredentials,
  passwordChangeRequired,
  secondFactorRequired,
} from '../auth.errors.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { Devices } from '../devices/devices.usecases.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { CredentialsRepository } from '../password/credentials.repository.ts';
import type { PasswordHasher } from '../password/password-hash.adapter.ts';
import { isShorter, minLengthFor } from '../password/passwords.rules.ts';
import { hasSecondFactor, waysOf } from '../second-factor/second-factor.rules.ts';
import type { SecondFactors } from '../second-factor/second-factor.usecases.ts';
import type { OpenedSession, OpenSession } from '../sessions/open-session.usecases.ts';
import type { Tokens } from '../sessions/tokens.adapter.ts';
import {
  type Claim,
  recordRefusedSignIn,
  type SignInAttempts,
} from './sign-in-attempt.usecases.ts';
import type { SignInLimits } from './sign-in-rate-limit.adapter.ts';

export interface SignInDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly attempts: SignInAttempts;
  readonly credentials: Pick<CredentialsRepository, 'replaceHash'>;
  readonly tokens: Tokens;
  readonly hasher: PasswordHasher;
  readonly limits: Pick<SignInLimits, 'forget'>;
  readonly secondFactors: Pick<SecondFactors, 'isEnrolled' | 'standing'>;
  readonly devices: Pick<Devices, 'check'>;
  readonly history: Pick<LoginHistory, 'add'>;
  readonly openSession: OpenSession;
}

export interface Credentials extends Claim {
  readonly password: string;
  readonly resetDevice: boolean;
}

/** Signs in by phone number and password, up to a session or its second step. */
export function createSignIn(deps: SignInDeps) {
  const { db, hasher } = deps;

  /**
   * Brings the hash to today's parameters while the password is at hand; may fail unharmed.
   * @returns the hash that is stored now
   */
  async function rehash(user: UserRow, stored: string, password: string): Promise<string> {
    if (!hasher.isOutdated(stored)) return stored;
    try {
      const renewed = await hasher.hash(password);
      await deps.credentials.replaceHash(db, user.id, stored, renewed);
      return renewed;
    } catch (error) {
      deps.log.warn({ err: error, userId: user.id }, 'a password could not be hashed anew');
      return stored;
    }
  }

  /**
   * Signs in by phone and password. Unknown, wrong and blocked can't be told apart, in text or time.
   * An activation code in place of a password leads on to choosing one, and so does a password that
   * became too short for its account.
   * @throws AppError invalid_credentials, password_change_required, second_factor_required,
   * device_not_bound, RATE_LIMIT_EXCEEDED or proof_of_work_required
   */
  return async function signIn(given: Credentials, visitor: Visitor): Promise<OpenedSession> {
    const { user, counted } = await deps.attempts.begin(given, visitor, 'password');
    const invited = user?.password_hash === null ? user : undefined;
    // Side by side: counting a wrong code is a write, which must not show beside the hash.
    const [isRight, codeHash] = await Promise.all([
      hasher.verify(user?.password_hash ?? null, given.password, counted.isKnownDevice),
      deps.attempts.checkCode(invited, given.password),
    ]);
    const { deviceId } = visitor;
    if (user?.password_hash && isRight) {
      const { id: userId, password_hash: stored, user_type: userType } = user;
      const { resetDevice } = given;
      const standing = await deps.secondFactors.standing({ userId, userType });
      if (hasSecondFactor(standing)) {
        // Before the second step: a user must not go through it in vain, and moving the account is
        // asked here.
        const admission = await deps.devices.check({ userId, userType, visitor, resetDevice });
        if (!admission.isAdmitted) throw deviceNotBound(admission.deviceReset);
        await deps.limits.forget(counted);
        const passwordHash = await rehash(user, stored, given.password);
        const facts = { userId, passwordHash, deviceId, resetDevice };
        const pending = await deps.tokens.signSecondFactor(facts);
        throw secondFactorRequired({ ...pending, ways: waysOf(standing) });
      }
      const minLength = minLengthFor(user.user_type, false);
      // Good enough beside a second factor that is gone since.
      if (isAdministrator(user.user_type) && isShorter(given.password, minLength)) {
        await deps.limits.forget(counted);
        const passwordHash = await rehash(user, stored, given.password);
        const set = await deps.tokens.signSetPassword({ userId, passwordHash, deviceId });
        throw passwordChangeRequired(set.token, set.expiresAt, minLength);
      }
      const opened = await deps.openSession(user, visitor, { resetDevice });
      await deps.limits.forget(counted);
      await rehash(user, stored, given.password);
      return opened;
    }
    if (user && codeHash) {
      const set = await deps.tokens.signSetPassword({ userId: user.id, codeHash, deviceId });
      const { id: userId, user_type: userType } = user;
      const isEnrolled = await deps.secondFactors.isEnrolled({ userId, userType });
      const minLength = minLengthFor(userType, isEnrolled);
      throw passwordChangeRequired(set.token, set.expiresAt, minLength);
    }
    await recordRefusedSignIn(deps, user?.id ?? null, visitor);
    throw invalidCredentials();
  };
}
