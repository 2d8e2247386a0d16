import { isDeepStrictEqual } from 'node:util';
import type { AdminScope, Permission, UserDetail } from '@prahari/contract';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { changeUserWithAudit, readUserDetail } from '../accounts/administer.usecases.ts';
import { pickAuditFacts } from '../accounts/user.presenter.ts';
import { updateUserRow } from '../accounts/users.repository.ts';
import type { UsersDeps } from '../users.deps.ts';
import { noRightsToSet, phoneTaken, rightsNotPossible } from '../users.errors.ts';
import type { Actor } from '../users.policy.ts';
import { selectGrantable, tidyScope } from './admin-rights.rules.ts';

export interface GivenRights {
  readonly permissions: readonly Permission[];
  /** Undefined leaves it as it is. */
  readonly adminScope?: AdminScope | undefined;
}

/**
 * Replaces the permissions, and if given the scope, of an administrator. Ends playback that is no
 * longer allowed.
 * @throws AppError when the user is no ADMIN, or an ADMIN can't have such a right or scope
 */
export async function setUserPermissions(
  deps: Pick<
    UsersDeps,
    'db' | 'clock' | 'devices' | 'secondFactor' | 'rightsChanged' | 'audienceChanged'
  >,
  actor: Actor,
  userId: string,
  given: GivenRights,
): Promise<UserDetail> {
  const permissions = selectGrantable(given.permissions);
  if (!permissions) throw rightsNotPossible('permissions');
  const scope = given.adminScope && tidyScope(given.adminScope);
  if (scope === null) throw rightsNotPossible('adminScope');
  const row = await changeUserWithAudit(deps, actor, userId, async ({ trx, row: before, now }) => {
    if (before.user_type !== 'ADMIN') throw noRightsToSet();
    const change = { permissions, ...(scope ? { admin_scope: JSON.stringify(scope) } : {}) };
    const after = await updateUserRow(trx, userId, change, now);
    if (!after) throw phoneTaken();
    const held = before.permissions ?? [];
    await recordEvent(
      trx,
      'user.rights-changed',
      {
        userId,
        byUserId: actor.userId,
        isSelf: actor.userId === userId,
        added: permissions.filter((one) => !held.includes(one)),
        removed: held.filter((one) => !permissions.includes(one)),
        isScopeChanged: !isDeepStrictEqual(after.admin_scope, before.admin_scope),
      },
      now,
    );
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
      entry: {
        action: 'user.set-permissions',
        before: pickAuditFacts(before),
        after: pickAuditFacts(after),
      },
    };
  });
  return readUserDetail(deps, row);
}
