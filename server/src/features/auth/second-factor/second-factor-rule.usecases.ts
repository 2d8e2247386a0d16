import { isAdministrator, type UserType } from '@prahari/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import { hasSecondFactor, mustEnrol } from './second-factor.rules.ts';
import type { SecondFactorsRepository } from './second-factors.repository.ts';

/** Whom the system configuration keeps from administering until they have a second factor. */
export function createSecondFactorRule(deps: {
  readonly db: Db;
  readonly systemConfig: LiveConfig;
  readonly factors: Pick<SecondFactorsRepository, 'standing'>;
}) {
  const isRequired = () => deps.systemConfig.current().accounts.requireSecondFactor;
  return {
    isRequired,

    /** Tells whether users of this type must have one. */
    isOwedBy: (userType: UserType) => isRequired() && isAdministrator(userType),

    /** Applies the rule to a session whose state is at hand. */
    keepsBack: (state: { userType: UserType; hasSecondFactor: boolean }) =>
      mustEnrol(state, isRequired()),

    async mustEnrol(userType: UserType, userId: string): Promise<boolean> {
      if (!isRequired() || !isAdministrator(userType)) return false;
      const standing = await deps.factors.standing(deps.db, { userId, userType });
      return mustEnrol({ userType, hasSecondFactor: hasSecondFactor(standing) }, true);
    },
  };
}

export type SecondFactorRule = ReturnType<typeof createSecondFactorRule>;
