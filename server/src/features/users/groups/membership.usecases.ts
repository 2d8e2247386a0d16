import type { Trx } from '../../../platform/db/database.ts';
import { lockManagedUser } from '../accounts/administer.usecases.ts';
import type { UsersDeps } from '../users.deps.ts';
import type { Actor } from '../users.policy.ts';
import { addMemberRows, removeMemberRow } from './groups.repository.ts';
import {
  lockManagedGroup,
  type MembershipStep,
  type VisibleGroup,
  writeMembersEntry,
} from './groups.usecases.ts';

/**
 * Locks groups of which the actor may change the members, each judged on its own, until the
 * transaction ends. Groups are locked before users everywhere.
 * @throws AppError 404, out_of_scope
 */
export async function lockManagedGroups(
  trx: Trx,
  actor: Actor,
  ids: readonly string[],
): Promise<readonly VisibleGroup[]> {
  const groups: VisibleGroup[] = [];
  // In one order for all, so that two who change the same groups wait and do not block each other.
  const inOrder = [...new Set(ids)].sort();
  for (const id of inOrder) groups.push(await lockManagedGroup(trx, actor, id));
  return groups;
}

/** Puts a new user into groups that are locked. */
export async function joinGroups(
  step: MembershipStep,
  userId: string,
  groups: readonly VisibleGroup[],
): Promise<void> {
  for (const group of groups) {
    const added = await addMemberRows(step.trx, group.id, [userId]);
    if (added.length === 0) continue;
    await writeMembersEntry(step, group, { added, removed: [] });
  }
}

/**
 * Adds one user to groups and removes them from others, and ends playback that they may have only
 * through those. A group that is named for both is joined.
 * @throws AppError 404 for a user or a group that the actor does not see; 403 for a user whom the
 * actor may not manage; out_of_scope
 */
export async function changeGroupsOfUser(
  { db, clock, audienceChanged }: Pick<UsersDeps, 'db' | 'clock' | 'audienceChanged'>,
  actor: Actor,
  userId: string,
  change: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<{ success: true }> {
  const ended = await db.transaction().execute(async (trx) => {
    const step = { trx, actor, now: clock.now() };
    const groups = await lockManagedGroups(trx, actor, [...change.add, ...change.remove]);
    await lockManagedUser(trx, actor, userId);
    const joined = new Set(change.add);
    let isOut = false;
    for (const group of groups.filter(({ id }) => !joined.has(id))) {
      if (!(await removeMemberRow(trx, group.id, userId))) continue;
      await writeMembersEntry(step, group, { added: [], removed: [userId] });
      isOut = true;
    }
    await joinGroups(
      step,
      userId,
      groups.filter(({ id }) => joined.has(id)),
    );
    return audienceChanged(trx, isOut ? [userId] : []);
  });
  ended.announce();
  return { success: true };
}
