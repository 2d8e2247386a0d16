import type { UserType } from '@prahari/contract';
import type { Trx } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { UserRow } from '../../users/index.ts';
import { passwordRefused, secondFactorNeeded, wrongPassword } from '../auth.errors.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { ConfirmPassword } from '../password/confirm-password.usecases.ts';
import { isTooShort } from '../password/passwords.rules.ts';
import { makeRecoveryCodes, recoveryCodeHash } from './recovery-codes.rules.ts';
import { hasSecondFactor } from './second-factor.rules.ts';
import type { SecondFactorRule } from './second-factor-rule.usecases.ts';
import type { FactorStanding, SecondFactorsRepository } from './second-factors.repository.ts';

export interface FactorChangesDeps {
  /** Of the hash under which recovery codes are stored. */
  readonly recoveryKey: Uint8Array;
  readonly factors: Pick<
    SecondFactorsRepository,
    'standing' | 'replaceRecoveryCodes' | 'removeRecoveryCodes'
  >;
  readonly confirmPassword: ConfirmPassword;
  readonly secondFactorRule: Pick<SecondFactorRule, 'isOwedBy'>;
}

type Holder = Pick<SessionCaller, 'userId' | 'userType'>;

export interface Confirmed {
  readonly user: UserRow;
  readonly password: string;
}

/** Holds what changes of passkeys and of TOTP share. */
export function createFactorChanges(deps: FactorChangesDeps) {
  const { factors } = deps;

  async function newRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
    const codes = makeRecoveryCodes();
    const hashes = codes.map((code) => recoveryCodeHash(deps.recoveryKey, userId, code));
    await factors.replaceRecoveryCodes(trx, userId, hashes);
    return codes;
  }

  function mayHaveNone(userType: UserType, { user, password }: Confirmed): void {
    if (deps.secondFactorRule.isOwedBy(userType)) throw secondFactorNeeded();
    const context = {
      userType,
      hasSecondFactor: false,
      name: user.name,
      contactNumber: user.contact_number,
      place: user.district,
    };
    // Its length alone: an older password may break rules that came after it.
    if (isTooShort(password, context)) throw passwordRefused('password_too_short', context);
  }

  return {
    /**
     * What `settle` would refuse, while nothing is spent yet.
     * @throws AppError second_factor_needed, password_too_short
     */
    mayHaveNone,

    standing: factors.standing,
    newRecoveryCodes,

    /** Codes for who had no factor, or has none left. @returns none for others: theirs stay good, and secret */
    issueMissingCodes: async (trx: Trx, userId: string, before: FactorStanding) =>
      hasSecondFactor(before) && before.recoveryCodes > 0 ? [] : newRecoveryCodes(trx, userId),

    /** @throws AppError wrong_password, RATE_LIMIT_EXCEEDED */
    async withPassword(
      caller: SessionCaller,
      password: string,
      visitor: Visitor,
    ): Promise<UserRow> {
      const { user, isRight } = await deps.confirmPassword(caller, password, visitor);
      if (!isRight) throw wrongPassword();
      return user;
    },

    /**
     * Call it behind the removal of a factor, the account being locked: what must be true without
     * it, else the transaction is undone. Recovery codes go with the last.
     * @throws AppError second_factor_needed, password_too_short
     */
    async settle(trx: Trx, holder: Holder, confirmed: Confirmed): Promise<void> {
      if (hasSecondFactor(await factors.standing(trx, holder))) return;
      mayHaveNone(holder.userType, confirmed);
      await factors.removeRecoveryCodes(trx, holder.userId);
    },
  };
}

export type FactorChanges = ReturnType<typeof createFactorChanges>;
