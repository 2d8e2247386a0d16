import { isAdministrator } from '@prahari/contract';
import { type Clock, secondsAfter } from '../../platform/clock/clock.ts';
import type { SealingKeys } from '../../platform/crypto/seal.ts';
import { seal, unseal } from '../../platform/crypto/seal.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import type { UserRow } from '../users/index.ts';
import {
  passwordRefused,
  secondFactorEnrolled,
  secondFactorNotEnrolled,
  secondFactorWrong,
  wrongPassword,
} from './auth.errors.ts';
import type { ConfirmPassword } from './confirm-password.usecases.ts';
import type { EndSessions } from './end-sessions.usecases.ts';
import type { LoginHistory } from './login-history.repository.ts';
import { judgePassword, minLengthFor } from './passwords.rules.ts';
import { makeRecoveryCodes, recoveryCodeHash } from './recovery-codes.rules.ts';
import { acceptedStep, describeTotp, newTotpSecret, totpCodeOf } from './second-factor.rules.ts';
import { type SecondFactorCodes, secretContext } from './second-factor-code.usecases.ts';
import type { SecondFactorRule } from './second-factor-rule.usecases.ts';
import type { SecondFactorsRepository } from './second-factors.repository.ts';
import type { Visitor } from './visitor.rules.ts';

/** Time to put the secret into an app and type its first code. */
const enrolmentSeconds = 900;

export interface SecondFactorEnrolmentDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly masterKey: SealingKeys;
  readonly recoveryKey: Uint8Array;
  readonly factors: SecondFactorsRepository;
  readonly codes: SecondFactorCodes;
  readonly history: Pick<LoginHistory, 'add'>;
  readonly confirmPassword: ConfirmPassword;
  readonly endSessions: EndSessions;
  readonly secondFactorRule: Pick<SecondFactorRule, 'isRequired'>;
}

export interface PasswordAndCode {
  readonly password: string;
  readonly code: string;
}

/** How an administrator gets, keeps and gives up the second factor. */
export function createSecondFactorEnrolment(deps: SecondFactorEnrolmentDeps) {
  const { db, clock, factors } = deps;

  async function withPassword(
    caller: SessionCaller,
    password: string,
    visitor: Visitor,
  ): Promise<UserRow> {
    const { user, isRight } = await deps.confirmPassword(caller, password, visitor.address);
    if (!isRight) throw wrongPassword();
    return user;
  }

  async function newRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
    const codes = makeRecoveryCodes();
    const hashes = codes.map((code) => recoveryCodeHash(deps.recoveryKey, userId, code));
    await factors.replaceRecoveryCodes(trx, userId, hashes);
    return codes;
  }

  return {
    async status({ userId, userType }: Pick<SessionCaller, 'userId' | 'userType'>) {
      const hasFactors = isAdministrator(userType);
      const stored = hasFactors ? await factors.find(db, userId) : undefined;
      const enrolledAt = stored?.enrolledAt ?? null;
      return {
        passwordMinLength: minLengthFor(userType, enrolledAt !== null),
        secondFactor: hasFactors
          ? {
              enrolledAt: enrolledAt?.toISOString() ?? null,
              recoveryCodesLeft: enrolledAt ? await factors.countRecoveryCodes(db, userId) : 0,
              isRequired: deps.secondFactorRule.isRequired(),
            }
          : null,
      };
    },

    /** @throws AppError wrong_password, second_factor_enrolled */
    async start(caller: SessionCaller, password: string, visitor: Visitor) {
      const user = await withPassword(caller, password, visitor);
      const secret = newTotpSecret();
      const now = clock.now();
      const sealedSecret = seal(deps.masterKey, secret, secretContext(user.id));
      if (!(await factors.start(db, { userId: user.id, sealedSecret, now }))) {
        throw secondFactorEnrolled();
      }
      const expiresAt = secondsAfter(now, enrolmentSeconds).toISOString();
      return { ...describeTotp(secret, user.contact_number), expiresAt };
    },

    /**
     * From now on a password alone signs in nowhere: other sessions end.
     * @throws AppError second_factor_wrong, second_factor_enrolled, second_factor_not_enrolled
     * when no enrolment was started lately
     */
    async confirm({ userId, sessionId }: SessionCaller, typed: string, visitor: Visitor) {
      const stored = await factors.find(db, userId);
      if (stored?.enrolledAt) throw secondFactorEnrolled();
      const now = clock.now();
      if (!stored || secondsAfter(stored.startedAt, enrolmentSeconds) <= now) {
        throw secondFactorNotEnrolled();
      }
      const { sealedSecret } = stored;
      const secret = unseal(deps.masterKey, sealedSecret, secretContext(userId));
      const code = totpCodeOf(typed);
      const step = code === null ? null : acceptedStep(secret, code, now, stored.lastStep);
      if (step === null) throw secondFactorWrong();
      const done = await db.transaction().execute(async (trx) => {
        const factor = { userId, sealedSecret, step, now };
        if (!(await factors.enrol(trx, factor))) throw secondFactorEnrolled();
        const recoveryCodes = await newRecoveryCodes(trx, userId);
        await recordEvent(trx, 'second-factor.enrolled', { userId }, now);
        await deps.history.add(trx, { userId, kind: 'second-factor-enrolled', visitor, at: now });
        const others = { userId, exceptSessionId: sessionId };
        const ended = await deps.endSessions(trx, others, 'second_factor_changed');
        return { recoveryCodes, ended };
      });
      done.ended.announce();
      return { recoveryCodes: done.recoveryCodes };
    },

    /**
     * @throws AppError wrong_password, second_factor_wrong, second_factor_not_enrolled, or
     * password_too_short when the password may not stand alone
     */
    async disable(caller: SessionCaller, given: PasswordAndCode, visitor: Visitor) {
      const { userId, userType } = caller;
      const user = await withPassword(caller, given.password, visitor);
      const context = {
        userType,
        hasSecondFactor: false,
        name: user.name,
        contactNumber: user.contact_number,
        place: user.district,
      };
      const refusal = judgePassword(given.password, context);
      if (refusal) throw passwordRefused(refusal, context);
      await spend(user, given.code, visitor);
      const now = clock.now();
      await db.transaction().execute(async (trx) => {
        if (!(await factors.remove(trx, userId))) throw secondFactorNotEnrolled();
        await recordEvent(trx, 'second-factor.disabled', { userId }, now);
        await deps.history.add(trx, { userId, kind: 'second-factor-removed', visitor, at: now });
      });
      return { success: true as const };
    },

    /** @throws AppError wrong_password, second_factor_wrong, second_factor_not_enrolled */
    async renewRecoveryCodes(caller: SessionCaller, given: PasswordAndCode, visitor: Visitor) {
      const user = await withPassword(caller, given.password, visitor);
      await spend(user, given.code, visitor);
      const recoveryCodes = await db.transaction().execute(async (trx) => {
        await recordEvent(trx, 'recovery-codes.renewed', { userId: user.id }, clock.now());
        return newRecoveryCodes(trx, user.id);
      });
      return { recoveryCodes };
    },
  };

  async function spend(user: UserRow, code: string, visitor: Visitor): Promise<void> {
    if (!(await factors.isEnrolled(db, user.id))) throw secondFactorNotEnrolled();
    await deps.codes.spend(user, code, visitor);
  }
}

export type SecondFactorEnrolment = ReturnType<typeof createSecondFactorEnrolment>;
