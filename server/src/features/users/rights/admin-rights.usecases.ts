import type { AdminScope, Permission, UserDetail } from '@prahari/contract';
import type { Administer } from '../accounts/administer.usecases.ts';
import { auditFacts } from '../accounts/user.presenter.ts';
import type { UsersRepository } from '../accounts/users.repository.ts';
import type { UsersPorts } from '../ports.ts';
import { noRightsToSet, phoneTaken, rightsNotPossible } from '../users.errors.ts';
import type { Actor } from '../users.policy.ts';
import { grantable, tidyScope } from './admin-rights.rules.ts';

export interface GivenRights {
  readonly permissions: readonly Permission[];
  /** Undefined leaves it as it is. */
  readonly adminScope?: AdminScope | undefined;
}

/**
 * Gives an administrator rights and a scope in place of those before. What they play and may not any
 * more ends.
 */
export function createAdminRights(deps: {
  readonly users: Pick<UsersRepository, 'change'>;
  readonly administer: Administer;
  readonly rightsChanged: UsersPorts['rightsChanged'];
  readonly audienceChanged: UsersPorts['audienceChanged'];
}) {
  const { users, administer } = deps;

  /** @throws AppError when the user is no ADMIN, or an ADMIN can't have such a right or scope */
  return async function setPermissions(
    actor: Actor,
    userId: string,
    given: GivenRights,
  ): Promise<UserDetail> {
    const permissions = grantable(given.permissions);
    if (!permissions) throw rightsNotPossible('permissions');
    const scope = given.adminScope && tidyScope(given.adminScope);
    if (scope === null) throw rightsNotPossible('adminScope');
    const row = await administer.onUser(actor, userId, async ({ trx, row: before, now }) => {
      if (before.user_type !== 'ADMIN') throw noRightsToSet();
      const change = { permissions, ...(scope ? { admin_scope: JSON.stringify(scope) } : {}) };
      const after = await users.change(trx, userId, change, now);
      if (!after) throw phoneTaken();
      const changes = [
        await deps.rightsChanged(trx, userId),
        await deps.audienceChanged(trx, [userId]),
      ];
      return {
        answer: after,
        ended: {
          announce: () => {
            for (const change of changes) change.announce();
          },
        },
        act: {
          action: 'user.set-permissions',
          before: auditFacts(before),
          after: auditFacts(after),
        },
      };
    });
    return administer.detail(row);
  };
}
