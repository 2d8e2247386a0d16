import { bulkLimits, type GroupActivation, type IssuedCodes } from '@prahari/contract';
import { writeAuditEntryAbout } from '../../../platform/audit-log/audit-subjects.ts';
import { readAuditActor } from '../accounts/administer.usecases.ts';
import { type IssueActivationDeps, issueActivations } from '../activation/activation.usecases.ts';
import { tooManyUsers } from '../bulk/bulk.errors.ts';
import { lockUsers } from '../bulk/bulk.repository.ts';
import { listOutcomes, sortOutUsers } from '../bulk/bulk.rules.ts';
import type { UsersDeps } from '../users.deps.ts';
import { type Actor, buildScopeCondition } from '../users.policy.ts';
import { countWaitingMembers, findWaitingMembers } from './groups.repository.ts';
import { findVisibleGroup, lockManagedGroup } from './groups.usecases.ts';

/**
 * Counts the members the actor may see, and those of them that have yet to activate. @throws
 * AppError 404
 */
export async function countGroupActivation(
  { db, clock }: Pick<UsersDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<GroupActivation> {
  await findVisibleGroup(db, actor, id);
  return countWaitingMembers(db, id, buildScopeCondition(actor), clock.now());
}

/**
 * Makes activation codes for the members who have yet to activate: those without a code that works, and
 * with `replace` also for those who hold one, which then ends.
 * @throws AppError 404, out_of_scope, too_many_users
 */
export async function issueGroupCodes(
  deps: Pick<UsersDeps, 'db' | 'clock'> & IssueActivationDeps,
  actor: Actor,
  id: string,
  replace: boolean,
): Promise<IssuedCodes> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const { name } = await lockManagedGroup(trx, actor, id);
    const ids = await findWaitingMembers(trx, id, { replace, now });
    if (ids.length > bulkLimits.users) throw tooManyUsers();
    const rows = await lockUsers(trx, ids);
    // A user who has chosen a password since keeps it.
    const users = sortOutUsers(actor, ids, rows, (row) =>
      row.password_hash === null && row.status !== 'blocked' ? null : 'already',
    );
    const inOrder = users.accepted.toSorted((a, b) => a.name.localeCompare(b.name));
    const codes = await issueActivations(deps, trx, actor, inOrder);
    if (inOrder.length === 0) return codes;
    const entry = {
      action: 'user-group.new-codes' as const,
      subject: { id, name },
      before: {},
      after: { users: inOrder.length, replaced: replace },
      ...(await readAuditActor(trx, actor)),
    };
    await writeAuditEntryAbout(trx, entry, listOutcomes(users), now);
    return codes;
  });
}
