import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { Log } from '../../platform/log/log.ts';
import type { UserRow } from '../users/index.ts';
import { invalidCredentials, passwordChangeRequired } from './auth.errors.ts';
import type { CredentialsRepository } from './credentials.repository.ts';
import type { OpenedSession, Visitor } from './open-session.usecases.ts';
import type { PasswordHasher } from './password-hash.adapter.ts';
import { needsRehash } from './password-hash.rules.ts';
import type { Claim, SignInAttempts } from './sign-in-attempt.usecases.ts';
import type { SignInLimits } from './sign-in-limits.adapter.ts';
import type { Tokens } from './tokens.adapter.ts';

export interface SignInDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly attempts: SignInAttempts;
  readonly credentials: Pick<CredentialsRepository, 'replaceHash'>;
  readonly tokens: Tokens;
  readonly hasher: PasswordHasher;
  readonly limits: Pick<SignInLimits, 'forget'>;
  openSession(
    user: UserRow,
    visitor: Visitor,
    wish: { readonly resetDevice: boolean },
  ): Promise<OpenedSession>;
}

export interface Credentials extends Claim {
  readonly password: string;
  readonly resetDevice: boolean;
}

export function createSignIn(deps: SignInDeps) {
  const { db, clock, hasher } = deps;

  /** Brings the hash to today's parameters while the password is at hand; may fail unharmed. */
  async function rehash(user: UserRow, password: string): Promise<void> {
    const stored = user.password_hash;
    if (stored === null || !needsRehash(stored)) return;
    try {
      await deps.credentials.replaceHash(db, user.id, stored, await hasher.hash(password));
    } catch (error) {
      deps.log.warn({ err: error, userId: user.id }, 'a password could not be hashed anew');
    }
  }

  /**
   * Signs in by phone and password. Unknown, wrong and blocked can't be told apart, in text or time.
   * An activation code in place of a password leads on to choosing one.
   * @throws AppError invalid_credentials, password_change_required, device_not_bound or
   * RATE_LIMIT_EXCEEDED
   */
  return async function signIn(given: Credentials, visitor: Visitor): Promise<OpenedSession> {
    const { user, counted } = await deps.attempts.begin(given, visitor);
    const invited = user?.password_hash === null ? user : undefined;
    // Side by side: counting a wrong code is a write, which must not show beside the hash.
    const [isRight, codeHash] = await Promise.all([
      hasher.verify(user?.password_hash ?? null, given.password),
      deps.attempts.checkCode(invited, given.password),
    ]);
    if (user && isRight) {
      const opened = await deps.openSession(user, visitor, { resetDevice: given.resetDevice });
      await deps.limits.forget(counted);
      await rehash(user, given.password);
      return opened;
    }
    const { deviceId, address } = visitor;
    if (user && codeHash) {
      const set = await deps.tokens.signSetPassword({ userId: user.id, codeHash, deviceId });
      throw passwordChangeRequired(set.token, set.expiresAt);
    }
    const userId = user?.id ?? null;
    await recordEvent(db, 'sign-in.refused', { userId, deviceId, address }, clock.now());
    throw invalidCredentials();
  };
}
