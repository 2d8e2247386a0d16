import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { normalisePhone, type UserRow, type Users } from '../users/index.ts';
import { invalidCredentials, passwordChangeRequired } from './auth.errors.ts';
import type { OpenedSession, Visitor } from './open-session.usecases.ts';
import type { PasswordHasher } from './password-hash.adapter.ts';
import type { SessionsRepository } from './sessions.repository.ts';
import type { SignInLimits } from './sign-in-limits.adapter.ts';
import type { Tokens } from './tokens.adapter.ts';

export interface SignInDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<Users, 'findByContact' | 'checkActivation'>;
  readonly sessions: SessionsRepository;
  readonly tokens: Tokens;
  readonly hasher: PasswordHasher;
  readonly limits: SignInLimits;
  openSession(user: UserRow, visitor: Visitor): Promise<OpenedSession>;
}

export interface Credentials {
  readonly countryCode: string;
  readonly contactNumber: string;
  readonly password: string;
}

export function createSignIn(deps: SignInDeps) {
  const { db, clock, users } = deps;

  /**
   * Signs in by phone and password. Unknown, wrong and blocked can't be told apart, in text or time.
   * An activation code in place of a password leads on to choosing one.
   * @throws AppError invalid_credentials, password_change_required or RATE_LIMIT_EXCEEDED
   */
  return async function signIn(given: Credentials, visitor: Visitor): Promise<OpenedSession> {
    const phone = normalisePhone(given.contactNumber, given.countryCode);
    const user = phone ? await users.findByContact(phone.contactNumber) : undefined;
    const isKnownDevice =
      user !== undefined && (await deps.sessions.hasUsedDevice(db, user.id, visitor.deviceId));
    const attempt = {
      address: visitor.address,
      account: phone?.contactNumber,
      deviceId: visitor.deviceId,
      isKnownDevice,
    };
    await deps.limits.count(attempt);
    const isRight = await deps.hasher.verify(user?.password_hash ?? null, given.password);
    const isWelcome = user !== undefined && user.status !== 'blocked';
    if (isRight && isWelcome) {
      await deps.limits.forget(attempt);
      return deps.openSession(user, visitor);
    }
    if (isWelcome && user.password_hash === null) {
      const codeHash = await users.checkActivation(user.id, given.password);
      if (codeHash) {
        const { deviceId } = visitor;
        const set = await deps.tokens.signSetPassword({ userId: user.id, codeHash, deviceId });
        throw passwordChangeRequired(set.token, set.expiresAt);
      }
    }
    await recordEvent(
      db,
      'sign-in.refused',
      { userId: user?.id ?? null, deviceId: visitor.deviceId, address: visitor.address },
      clock.now(),
    );
    throw invalidCredentials();
  };
}
