import type { Clock } from '../../../platform/clock/clock.ts';
import type { SealedColumn } from '../../../platform/crypto/reseal.ts';
import type { SealingKeys } from '../../../platform/crypto/seal.ts';
import { unseal } from '../../../platform/crypto/seal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { UserRow } from '../../users/index.ts';
import { secondFactorWrong } from '../auth.errors.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import type { SignInLimits } from '../sign-in/sign-in-rate-limit.adapter.ts';
import { recoveryCodeHash } from './recovery-codes.rules.ts';
import { acceptedStep, totpCodeOf } from './second-factor.rules.ts';
import type { SecondFactorsRepository } from './second-factors.repository.ts';

/** Binds the sealed secret to its user. */
export const secretContext = (userId: string) => `second-factor:${userId}`;

export const secondFactorColumn: SealedColumn = {
  what: 'second factors',
  table: 'second_factors',
  column: 'sealed_secret',
  context: 'second-factor:{user_id}',
};

export interface SecondFactorCodesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly masterKey: SealingKeys;
  /** Of the hash under which recovery codes are stored. */
  readonly recoveryKey: Uint8Array;
  readonly factors: SecondFactorsRepository;
  readonly sessions: Pick<SessionsRepository, 'hasUsedDevice'>;
  readonly limits: Pick<SignInLimits, 'countCode' | 'countLong' | 'forgetCode'>;
  readonly history: Pick<LoginHistory, 'add'>;
}

/** Takes a code of the authenticator, or a recovery code: each of them once, and not many guesses. */
export function createSecondFactorCodes(deps: SecondFactorCodesDeps) {
  const { db, clock, factors } = deps;

  async function isTotpGood(userId: string, code: string): Promise<boolean> {
    const stored = await factors.find(db, userId);
    if (!stored?.enrolledAt) return false;
    const secret = unseal(deps.masterKey, stored.sealedSecret, secretContext(userId));
    const step = acceptedStep(secret, code, clock.now(), stored.lastStep);
    return step !== null && factors.acceptStep(db, userId, step);
  }

  async function isRecoveryCodeGood(userId: string, typed: string): Promise<boolean> {
    const hash = recoveryCodeHash(deps.recoveryKey, userId, typed);
    return db.transaction().execute(async (trx) => {
      const isGood = await factors.useRecoveryCode(trx, userId, hash);
      if (isGood) await recordEvent(trx, 'recovery-code.used', { userId }, clock.now());
      return isGood;
    });
  }

  return {
    /** @throws AppError second_factor_wrong, or RATE_LIMIT_EXCEEDED */
    async spend(user: UserRow, typed: string, visitor: Visitor): Promise<void> {
      const { id: userId, contact_number: account } = user;
      const { deviceId, address } = visitor;
      const isKnownDevice = await deps.sessions.hasUsedDevice(db, userId, deviceId);
      const counted = { address, account, deviceId, isKnownDevice };
      const code = totpCodeOf(typed);
      // A recovery code can't be guessed: it gets its owner in when others used up the short codes.
      await (code ? deps.limits.countCode(counted) : deps.limits.countLong(counted));
      const isGood = code
        ? await isTotpGood(userId, code)
        : await isRecoveryCodeGood(userId, typed);
      if (isGood) return deps.limits.forgetCode(counted);
      const now = clock.now();
      await db.transaction().execute(async (trx) => {
        await recordEvent(trx, 'second-factor.refused', { userId, deviceId, address }, now);
        await deps.history.add(trx, { userId, kind: 'code-refused', visitor, at: now });
      });
      throw secondFactorWrong();
    },
  };
}

export type SecondFactorCodes = ReturnType<typeof createSecondFactorCodes>;
