import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { normalisePhone, type Users } from '../users/index.ts';
import { activationInvalid, passwordRefused } from './auth.errors.ts';
import type { Visitor } from './open-session.usecases.ts';
import type { PasswordHasher } from './password-hash.adapter.ts';
import { judgePassword } from './passwords.rules.ts';
import type { SignInLimits } from './sign-in-limits.adapter.ts';
import type { Tokens } from './tokens.adapter.ts';

export interface ActivationDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<
    Users,
    'findByContact' | 'findById' | 'checkActivation' | 'consumeActivation' | 'setPassword'
  >;
  readonly tokens: Tokens;
  readonly hasher: PasswordHasher;
  readonly limits: SignInLimits;
}

export function createActivation(deps: ActivationDeps) {
  const { db, users, tokens } = deps;
  return {
    /** @throws AppError activation_invalid, the same for unknown numbers and wrong codes */
    async verify(
      given: { countryCode: string; contactNumber: string; code: string },
      visitor: Visitor,
    ) {
      const phone = normalisePhone(given.contactNumber, given.countryCode);
      await deps.limits.count({
        address: visitor.address,
        account: phone?.contactNumber,
        deviceId: visitor.deviceId,
        isKnownDevice: false,
      });
      const user = phone ? await users.findByContact(phone.contactNumber) : undefined;
      const isOpen = user !== undefined && user.status !== 'blocked';
      const codeHash = isOpen ? await users.checkActivation(user.id, given.code) : null;
      // Equal work for unknown numbers: a code costs one statement, a password hash hides it.
      await deps.hasher.verify(null, given.code);
      if (!user || !codeHash) {
        const { deviceId, address } = visitor;
        const userId = user?.id ?? null;
        await recordEvent(db, 'sign-in.refused', { userId, deviceId, address }, deps.clock.now());
        throw activationInvalid();
      }
      const { deviceId } = visitor;
      const set = await tokens.signSetPassword({ userId: user.id, codeHash, deviceId });
      return { setPasswordToken: set.token, expiresAt: set.expiresAt.toISOString() };
    },

    /** The token works once: the activation code that it stands for is used up with it. */
    async setPassword(
      given: { setPasswordToken: string; password: string },
      visitor: Visitor,
    ): Promise<{ success: true }> {
      const { userId, codeHash } = await tokens.readSetPassword(
        given.setPasswordToken,
        visitor.deviceId,
      );
      const user = await users.findById(userId);
      if (!user || user.status === 'blocked') throw activationInvalid();
      const context = {
        userType: user.user_type,
        name: user.name,
        contactNumber: user.contact_number,
      };
      const refusal = judgePassword(given.password, context);
      if (refusal) throw passwordRefused(refusal, context);
      const passwordHash = await deps.hasher.hash(given.password);
      await db.transaction().execute(async (trx) => {
        if (!(await users.consumeActivation(trx, userId, codeHash))) throw activationInvalid();
        await users.setPassword(trx, userId, passwordHash);
        await recordEvent(trx, 'user.activated', { userId }, deps.clock.now());
      });
      return { success: true };
    },
  };
}

export type Activation = ReturnType<typeof createActivation>;
