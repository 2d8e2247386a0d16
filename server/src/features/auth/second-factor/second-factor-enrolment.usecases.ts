import { isAdministrator } from '@prahari/contract';
import { type Clock, secondsAfter } from '../../../platform/clock/clock.ts';
import type { SealingKeys } from '../../../platform/crypto/seal.ts';
import { seal, unseal } from '../../../platform/crypto/seal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import {
  secondFactorEnrolled,
  secondFactorNotEnrolled,
  secondFactorWrong,
} from '../auth.errors.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { CredentialsRepository } from '../password/credentials.repository.ts';
import { minLengthFor } from '../password/passwords.rules.ts';
import type { EndSessions } from '../sessions/end-sessions.usecases.ts';
import { presentPasskey } from './passkey.presenter.ts';
import type { PasskeysRepository } from './passkeys.repository.ts';
import {
  acceptedStep,
  describeTotp,
  hasSecondFactor,
  newTotpSecret,
  totpCodeOf,
} from './second-factor.rules.ts';
import type { FactorChanges } from './second-factor-change.usecases.ts';
import { type SecondFactorCodes, secretContext } from './second-factor-code.usecases.ts';
import type { SecondFactorRule } from './second-factor-rule.usecases.ts';
import type { SecondFactorsRepository } from './second-factors.repository.ts';

/** Time to put the secret into an app and type its first code. */
const enrolmentSeconds = 900;

export interface SecondFactorEnrolmentDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly masterKey: SealingKeys;
  readonly factors: SecondFactorsRepository;
  readonly passkeys: Pick<PasskeysRepository, 'list'>;
  readonly credentials: Pick<CredentialsRepository, 'lock'>;
  readonly changes: FactorChanges;
  readonly codes: SecondFactorCodes;
  readonly history: Pick<LoginHistory, 'add'>;
  readonly endSessions: EndSessions;
  readonly secondFactorRule: Pick<SecondFactorRule, 'isRequired'>;
}

export interface PasswordAndCode {
  readonly password: string;
  readonly code: string;
}

/** Enrols, keeps and removes the authenticator app of an administrator. */
export function createSecondFactorEnrolment(deps: SecondFactorEnrolmentDeps) {
  const { db, clock, factors, changes } = deps;

  return {
    async status({ userId, userType }: Pick<SessionCaller, 'userId' | 'userType'>) {
      const standing = await factors.standing(db, { userId, userType });
      const stored = isAdministrator(userType) ? await factors.find(db, userId) : undefined;
      const own = standing.passkeys > 0 ? await deps.passkeys.list(db, userId) : [];
      return {
        passwordMinLength: minLengthFor(userType, hasSecondFactor(standing)),
        secondFactor: isAdministrator(userType)
          ? {
              enrolledAt: stored?.enrolledAt?.toISOString() ?? null,
              isRequired: deps.secondFactorRule.isRequired(),
            }
          : null,
        passkeys: own.map(presentPasskey),
        recoveryCodesLeft: standing.recoveryCodes,
      };
    },

    /** @throws AppError wrong_password, second_factor_enrolled */
    async start(caller: SessionCaller, password: string, visitor: Visitor) {
      const user = await changes.withPassword(caller, password, visitor);
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
    async confirm(caller: SessionCaller, typed: string, visitor: Visitor) {
      const { userId, sessionId } = caller;
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
        await deps.credentials.lock(trx, userId);
        const before = await changes.standing(trx, caller);
        const factor = { userId, sealedSecret, step, now };
        if (!(await factors.enrol(trx, factor))) throw secondFactorEnrolled();
        const recoveryCodes = await changes.issueMissingCodes(trx, userId, before);
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
     * @throws AppError wrong_password, second_factor_wrong, second_factor_not_enrolled;
     * second_factor_needed for the last one where one is required; password_too_short when the password may not stand alone
     */
    async disable(caller: SessionCaller, given: PasswordAndCode, visitor: Visitor) {
      const user = await changes.withPassword(caller, given.password, visitor);
      const { id: userId } = user;
      const { hasApp, passkeys } = await changes.standing(db, caller);
      if (!hasApp) throw secondFactorNotEnrolled();
      const confirmed = { user, password: given.password };
      if (passkeys === 0) changes.mayHaveNone(caller.userType, confirmed);
      await deps.codes.spend(user, given.code, visitor);
      const now = clock.now();
      await db.transaction().execute(async (trx) => {
        await deps.credentials.lock(trx, userId);
        if (!(await factors.removeApp(trx, userId))) throw secondFactorNotEnrolled();
        await changes.settle(trx, caller, confirmed);
        await recordEvent(trx, 'second-factor.disabled', { userId }, now);
        await deps.history.add(trx, { userId, kind: 'second-factor-removed', visitor, at: now });
      });
      return { success: true as const };
    },

    /** @throws AppError wrong_password, second_factor_wrong, second_factor_not_enrolled */
    async renewRecoveryCodes(caller: SessionCaller, given: PasswordAndCode, visitor: Visitor) {
      const user = await changes.withPassword(caller, given.password, visitor);
      const standing = await changes.standing(db, caller);
      if (!hasSecondFactor(standing)) throw secondFactorNotEnrolled();
      await deps.codes.spend(user, given.code, visitor);
      const recoveryCodes = await db.transaction().execute(async (trx) => {
        await deps.credentials.lock(trx, user.id);
        await recordEvent(trx, 'recovery-codes.renewed', { userId: user.id }, clock.now());
        return changes.newRecoveryCodes(trx, user.id);
      });
      return { recoveryCodes };
    },
  };
}

export type SecondFactorEnrolment = ReturnType<typeof createSecondFactorEnrolment>;
