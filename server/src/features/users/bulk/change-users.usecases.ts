import type { AuditAction, BulkAct, IssuedCodes, UserSelection } from '@prahari/contract';
import { bulkLimits } from '@prahari/contract';
import { writeAuditEntryAbout } from '../../../platform/audit-log/audit-subjects.ts';
import type { Facts } from '../../../platform/audit-log/changed-fields.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvents } from '../../../platform/events/record-event.ts';
import { readAuditActor } from '../accounts/administer.usecases.ts';
import { findPlatformBlocks } from '../accounts/users.repository.ts';
import { type IssueActivationDeps, issueActivations } from '../activation/activation.usecases.ts';
import { addManyToGroup } from '../groups/groups.usecases.ts';
import { countUsersUpTo, findFewUserIds } from '../list/user-list.repository.ts';
import type { EndedSessions } from '../ports.ts';
import type { UsersDeps } from '../users.deps.ts';
import { type Actor, buildScopeCondition } from '../users.policy.ts';
import { groupMissing, listChanged, tooManyUsers } from './bulk.errors.ts';
import {
  blockUsers,
  clearPasswords,
  hideUsers,
  lockUsers,
  unblockUsers,
} from './bulk.repository.ts';
import {
  keepChanged,
  listOutcomes,
  presentBulkResult,
  refuseSpecial,
  type SortedUsers,
  sortOutUsers,
} from './bulk.rules.ts';

type BulkDeps = Pick<UsersDeps, 'db' | 'clock' | 'planUserFilter' | 'endSessionsOf'> &
  IssueActivationDeps;

/** What an act is given within its transaction. */
interface BulkStep {
  readonly trx: Trx;
  readonly actor: Actor;
  readonly now: Date;
  readonly ids: readonly string[];
}

interface BulkOutcomeOf {
  readonly users: SortedUsers;
  /** The group that is changed; missing where the users themselves are. */
  readonly subject?: { readonly id: string; readonly name: string };
  readonly facts?: Facts;
  readonly ended?: Pick<EndedSessions, 'announce'>;
  readonly codes?: IssuedCodes;
}

/**
 * Does one act to many users, in one transaction with one entry of the audit log. Who may not be
 * changed is left as they are, and told.
 * @throws AppError list_changed, too_many_users; of a group 404, out_of_scope
 */
export async function changeUsers(
  deps: BulkDeps,
  actor: Actor,
  asked: {
    readonly act: BulkAct;
    readonly users: UserSelection;
    readonly groupId?: string | undefined;
  },
) {
  const { act, users, groupId } = asked;
  return runBulk(deps, actor, { users, action: `user.bulk-${act}` }, (step) => {
    switch (act) {
      case 'block':
        return blockMany(deps, step);
      case 'unblock':
        return unblockMany(step);
      case 'sign-out':
        return signOutMany(deps, step);
      case 'new-codes':
        return resetMany(deps, step);
      case 'add-to-group':
        return joinGroup(step, groupId);
    }
  });
}

/** Deletes many users, who can be restored for some time. @throws AppError as `changeUsers` */
export async function deleteUsers(deps: BulkDeps, actor: Actor, users: UserSelection) {
  const asked = { users, action: 'user.bulk-delete' } as const;
  const { done, refused } = await runBulk(deps, actor, asked, async (step) => {
    const sorted = await lockAndSort(step, refuseSpecial(actor));
    const ids = idsOf(sorted);
    await hideUsers(step.trx, ids, step.now);
    return { users: sorted, ended: await deps.endSessionsOf(step.trx, ids, 'deleted') };
  });
  return { done, refused };
}

async function runBulk(
  deps: BulkDeps,
  actor: Actor,
  { users, action }: { readonly users: UserSelection; readonly action: AuditAction },
  act: (step: BulkStep) => Promise<BulkOutcomeOf>,
) {
  const ids = await resolveSelection(deps, actor, users);
  const now = deps.clock.now();
  const outcome = await deps.db.transaction().execute(async (trx) => {
    const step = { trx, actor, now, ids };
    const done = await act(step);
    if (done.users.accepted.length > 0) await writeEntry(step, action, done);
    return done;
  });
  outcome.ended?.announce();
  return { ...presentBulkResult(outcome.users), codes: outcome.codes ?? null };
}

/**
 * Finds the users of a selection. Each is judged again under lock: this only resolves the
 * selection.
 * @throws AppError list_changed, too_many_users
 */
async function resolveSelection(
  { db, planUserFilter }: Pick<UsersDeps, 'db' | 'planUserFilter'>,
  actor: Actor,
  selection: UserSelection,
): Promise<readonly string[]> {
  if ('ids' in selection) return selection.ids;
  const filter = await planUserFilter(buildScopeCondition(actor), selection.matching);
  const { users: most } = bulkLimits;
  const order = { by: 'createdAt', isAscending: true } as const;
  const found = await findFewUserIds(db, filter, order, { offset: 0, limit: most, upTo: most });
  if (!found) throw tooManyUsers();
  if (found.total !== selection.expected) {
    throw listChanged(await countUsersUpTo(db, filter, most));
  }
  return found.ids;
}

async function writeEntry(
  { trx, actor, now }: BulkStep,
  action: AuditAction,
  { users, subject, facts = {} }: BulkOutcomeOf,
): Promise<void> {
  const outcomes = listOutcomes(users);
  const notDone = outcomes.length - users.accepted.length;
  const after = { users: users.accepted.length, ...(notDone > 0 ? { notDone } : {}), ...facts };
  const entry = {
    action,
    subject: subject ?? { id: null, name: '' },
    before: {},
    after,
    ...(await readAuditActor(trx, actor)),
  };
  await writeAuditEntryAbout(trx, entry, outcomes, now);
}

const idsOf = ({ accepted }: SortedUsers) => accepted.map(({ id }) => id);

async function lockAndSort(
  { trx, actor, ids }: BulkStep,
  refuse?: Parameters<typeof sortOutUsers>[3],
): Promise<SortedUsers> {
  return sortOutUsers(actor, ids, await lockUsers(trx, ids), refuse);
}

async function blockMany(deps: BulkDeps, step: BulkStep): Promise<BulkOutcomeOf> {
  const { trx, actor, ids: asked } = step;
  const special = refuseSpecial(actor);
  const rows = await lockUsers(trx, asked);
  const blocked = rows.flatMap(({ id, status }) => (status === 'blocked' ? [id] : []));
  // A block of the platform becomes the administrator's.
  const platforms = await findPlatformBlocks(trx, blocked);
  const users = sortOutUsers(actor, asked, rows, (row) =>
    row.status === 'blocked' && !platforms.has(row.id) ? 'already' : special(row),
  );
  const ids = idsOf(users);
  await blockUsers(step.trx, ids, step.now);
  return { users, ended: await deps.endSessionsOf(step.trx, ids, 'blocked') };
}

async function unblockMany(step: BulkStep): Promise<BulkOutcomeOf> {
  const special = refuseSpecial(step.actor);
  const users = await lockAndSort(step, (row) =>
    row.status === 'blocked' ? special(row) : 'already',
  );
  await unblockUsers(step.trx, idsOf(users), step.now);
  return { users };
}

async function signOutMany(deps: BulkDeps, step: BulkStep): Promise<BulkOutcomeOf> {
  const users = await lockAndSort(step, refuseSpecial(step.actor));
  const ended = await deps.endSessionsOf(step.trx, idsOf(users), 'ended_by_admin');
  const endedSessions = ended.count;
  return { users: keepChanged(users, ended.userIds), facts: { endedSessions }, ended };
}

async function resetMany(deps: BulkDeps, step: BulkStep): Promise<BulkOutcomeOf> {
  const { trx, actor, now } = step;
  const users = await lockAndSort(step, refuseSpecial(actor));
  const ids = idsOf(users);
  await clearPasswords(trx, ids, now);
  const events = ids.map((userId) => ({ userId, byUserId: actor.userId ?? userId }));
  await recordEvents(trx, 'user.password-reset', events, now);
  const ended = await deps.endSessionsOf(trx, ids, 'password_reset');
  const codes = await issueActivations(deps, trx, actor, users.accepted);
  return { users, ended, codes };
}

async function joinGroup(step: BulkStep, groupId: string | undefined): Promise<BulkOutcomeOf> {
  if (groupId === undefined) throw groupMissing();
  const { trx, actor } = step;
  // The group first, as a change of its members does.
  const group = await addManyToGroup(trx, actor, groupId, async () => {
    const users = await lockAndSort(step);
    return { users, ids: idsOf(users) };
  });
  const users = keepChanged(group.users, new Set(group.addedIds));
  return { users, subject: { id: groupId, name: group.name } };
}
