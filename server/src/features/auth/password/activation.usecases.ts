import type { Clock } from '../../../platform/clock/clock.ts';
import { sameBytes } from '../../../platform/crypto/codes.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { UserRow, Users } from '../../users/index.ts';
import { activationInvalid, passwordRefused } from '../auth.errors.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { SecondFactors } from '../second-factor/second-factor.usecases.ts';
import { passwordMark, type Tokens } from '../sessions/tokens.adapter.ts';
import {
  type Claim,
  recordRefusedSignIn,
  type SignInAttempts,
} from '../sign-in/sign-in-attempt.usecases.ts';
import type { IsBreached } from './breached-passwords.adapter.ts';
import type { CredentialsRepository } from './credentials.repository.ts';
import type { PasswordHasher } from './password-hash.adapter.ts';
import { judgePassword, minLengthFor } from './passwords.rules.ts';

export interface ActivationDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<Users, 'findById' | 'consumeActivation' | 'setPassword'>;
  readonly tokens: Tokens;
  readonly hasher: PasswordHasher;
  readonly attempts: SignInAttempts;
  readonly credentials: Pick<CredentialsRepository, 'lock'>;
  readonly secondFactors: Pick<SecondFactors, 'isEnrolled'>;
  readonly history: Pick<LoginHistory, 'add'>;
  readonly isBreached: IsBreached;
}

/** Opens an account by a one-time code, and sets its password. */
export function createActivation(deps: ActivationDeps) {
  const { db, users, tokens } = deps;
  const hasSecondFactor = ({ id: userId, user_type: userType }: UserRow) =>
    deps.secondFactors.isEnrolled({ userId, userType });

  return {
    /** @throws AppError activation_invalid, the same for unknown numbers and wrong codes */
    async verify(given: Claim & { code: string }, visitor: Visitor) {
      const { user, counted } = await deps.attempts.begin(given, visitor, 'activation');
      // Side by side: counting a wrong code is a write, which must not show beside the hash.
      const [codeHash] = await Promise.all([
        deps.attempts.checkCode(user, given.code),
        deps.hasher.verify(null, given.code, counted.isKnownDevice),
      ]);
      if (!user || !codeHash) {
        await recordRefusedSignIn(deps, user?.id ?? null, visitor);
        throw activationInvalid();
      }
      const { deviceId } = visitor;
      const set = await tokens.signSetPassword({ userId: user.id, codeHash, deviceId });
      return {
        setPasswordToken: set.token,
        expiresAt: set.expiresAt.toISOString(),
        passwordMinLength: minLengthFor(user.user_type, await hasSecondFactor(user)),
      };
    },

    /**
     * Sets the password. The token works once: the code or the password that it stands for is gone
     * with it.
     */
    async setPassword(
      given: { setPasswordToken: string; password: string },
      visitor: Visitor,
    ): Promise<{ success: true }> {
      const { userId, codeHash, mark } = await tokens.readSetPassword(
        given.setPasswordToken,
        visitor.deviceId,
      );
      const user = await users.findById(userId);
      if (!user || user.status === 'blocked') throw activationInvalid();
      const context = {
        userType: user.user_type,
        hasSecondFactor: await hasSecondFactor(user),
        name: user.name,
        contactNumber: user.contact_number,
        place: user.district,
      };
      const refusal = judgePassword(given.password, context);
      if (refusal) throw passwordRefused(refusal, context);
      if (await deps.isBreached(given.password))
        throw passwordRefused('password_breached', context);
      const passwordHash = await deps.hasher.hash(given.password);
      await db.transaction().execute(async (trx) => {
        const now = deps.clock.now();
        if (codeHash) {
          if (!(await users.consumeActivation(trx, userId, codeHash))) throw activationInvalid();
          await recordEvent(trx, 'user.activated', { userId }, now);
        } else {
          const present = await deps.credentials.lock(trx, userId);
          const isSame = present !== null && sameBytes(passwordMark(present), mark);
          if (!isSame) throw activationInvalid();
          await recordEvent(trx, 'user.password-changed', { userId }, now);
          await deps.history.add(trx, { userId, kind: 'password-changed', visitor, at: now });
        }
        await users.setPassword(trx, userId, passwordHash);
      });
      return { success: true };
    },
  };
}

export type Activation = ReturnType<typeof createActivation>;
