import type { endpoints, QueryOf, UserGroup } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { writeAuditEntryAbout } from '../../../platform/audit-log/audit-subjects.ts';
import { countRows } from '../../../platform/db/count-rows.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { listItems } from '../../../platform/export/export-list.ts';
import {
  findVisibleUser,
  readAuditActor,
  writeActorAuditEntry,
} from '../accounts/administer.usecases.ts';
import { findUserNames } from '../accounts/users.repository.ts';
import { selectVisibleUserIds } from '../list/user-list.repository.ts';
import { computeEffectiveRights } from '../rights/rights.rules.ts';
import type { UsersDeps } from '../users.deps.ts';
import { outOfScope } from '../users.errors.ts';
import { type Actor, buildScopeCondition, findScopePlaces } from '../users.policy.ts';
import { groupNotFound, groupTaken } from './groups.errors.ts';
import {
  addMemberRows,
  changeMemberRows,
  deleteGroupRow,
  findGroupById,
  type GroupRow,
  type GroupStanding,
  insertGroup,
  isGroupNameTaken,
  listGroupPage,
  listGroupStandings,
  listGroupsAfter,
  listGroupsOfUser,
  listMemberIds,
  listMembers,
  listViewerFacts,
  lockGroup,
  updateGroupName,
} from './groups.repository.ts';

type ListQuery = QueryOf<typeof endpoints.groups.list>;
interface PageQuery {
  readonly page: number;
  readonly limit: number;
  readonly search?: string | undefined;
}

export type VisibleGroup = GroupRow & Pick<GroupStanding, 'isWithin'>;

/**
 * Tells how these groups, or with null all groups, relate to the actor's scope; null for
 * administrators without places in their scope, who may see every group.
 */
export async function findGroupStandings(
  within: DbOrTrx,
  actor: Actor,
  ids: readonly string[] | null,
): Promise<GroupStanding[] | null> {
  if (findScopePlaces(actor) === null) return null;
  const { userId } = actor;
  return listGroupStandings(within, { scope: buildScopeCondition(actor), userId }, ids);
}

/** Counts the groups that the actor sees. */
export async function countGroups(db: Db, actor: Actor): Promise<number> {
  const standings = await findGroupStandings(db, actor, null);
  return standings === null
    ? countRows(db, db.selectFrom('user_groups'))
    : standings.filter(({ isTouched }) => isTouched).length;
}

/** Lists what decides which videos users may watch, by their ids; unknown users are missing. */
export async function listViewersById(within: DbOrTrx, userIds: readonly string[]) {
  const rows = await listViewerFacts(within, userIds);
  return new Map(
    rows.map(({ userId, userType, permissions, adminScope, ...audience }) => {
      const rights = computeEffectiveRights({ userType, permissions, adminScope });
      return [userId, { userId, userType, ...rights, audience }];
    }),
  );
}

/** Lists one page of the groups with a learner in the actor's scope. */
export async function listGroups(
  { db }: Pick<UsersDeps, 'db'>,
  actor: Actor,
  { page, limit, search, sortBy, sortOrder }: ListQuery,
) {
  const { among, present } = await findVisibleGroups(db, actor);
  const order = { sortBy, isAscending: sortOrder === 'asc' };
  const window = { ...order, limit, offset: (page - 1) * limit };
  const { rows, total } = await listGroupPage(
    db,
    { search, among },
    buildScopeCondition(actor),
    window,
  );
  return { items: rows.map(present), page, limit, total };
}

/** Lists one page of the groups of a user that the actor sees. @throws AppError 404 */
export async function listUserGroups(
  { db }: Pick<UsersDeps, 'db'>,
  actor: Actor,
  userId: string,
  { page, limit }: Pick<PageQuery, 'page' | 'limit'>,
) {
  await findVisibleUser({ db }, actor, userId);
  const window = { limit, offset: (page - 1) * limit };
  const { among } = await findVisibleGroups(db, actor);
  const { rows, total } = await listGroupsOfUser(db, userId, among, window);
  return { items: rows, page, limit, total };
}

/** Lists the next of the same groups, for an export. */
export async function listGroupsForExport(
  { db }: Pick<UsersDeps, 'db'>,
  actor: Actor,
  { search, sortBy, sortOrder }: Omit<ListQuery, 'page' | 'limit'>,
  part: ListPart,
) {
  const { among, present } = await findVisibleGroups(db, actor);
  const order = { sortBy, isAscending: sortOrder === 'asc' };
  const filter = { search, among };
  const rows = await listGroupsAfter(db, filter, buildScopeCondition(actor), { ...order, part });
  return listItems(rows, present);
}

/** Creates an empty group. @throws AppError group_taken */
export async function createGroup(
  { db, clock }: Pick<UsersDeps, 'db' | 'clock'>,
  actor: Actor,
  name: string,
): Promise<UserGroup> {
  const id = uuidv7();
  return db.transaction().execute(async (trx) => {
    if (await isGroupNameTaken(trx, name, null)) throw groupTaken();
    await insertGroup(trx, { id, name, createdBy: actor.userId, now: clock.now() });
    const group = await findVisibleGroup(trx, actor, id);
    const subject = { id, name: group.name };
    const entry = { action: 'user-group.create', subject, before: {}, after: { name } } as const;
    await writeActorAuditEntry(trx, actor, entry, clock.now());
    return presentGroup(group);
  });
}

/** Renames a group. @throws AppError 404, out_of_scope, group_taken */
export async function renameGroup(
  { db, clock }: Pick<UsersDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
  name: string,
): Promise<UserGroup> {
  return db.transaction().execute(async (trx) => {
    const group = await lockManagedGroup(trx, actor, id);
    if (await isGroupNameTaken(trx, name, id)) throw groupTaken();
    await updateGroupName(trx, id, name);
    const subject = { id, name: group.name };
    const before = { name: group.name };
    const entry = { action: 'user-group.rename', subject, before, after: { name } } as const;
    await writeActorAuditEntry(trx, actor, entry, clock.now());
    return presentGroup({ ...group, name });
  });
}

/**
 * Deletes a group, and ends playback that members may have only through it.
 * @throws AppError 404, out_of_scope
 */
export async function deleteGroup(
  { db, clock, audienceChanged }: Pick<UsersDeps, 'db' | 'clock' | 'audienceChanged'>,
  actor: Actor,
  id: string,
): Promise<{ success: true }> {
  const ended = await db.transaction().execute(async (trx) => {
    const { name, memberCount } = await lockManagedGroup(trx, actor, id);
    const members = await listMemberIds(trx, id);
    await deleteGroupRow(trx, id);
    const subject = { id, name };
    const before = { name, memberCount };
    const entry = { action: 'user-group.delete', subject, before, after: {} } as const;
    await writeActorAuditEntry(trx, actor, entry, clock.now());
    return audienceChanged(trx, members);
  });
  ended.announce();
  return { success: true };
}

/** Lists one page of the members in the actor's scope. @throws AppError 404 */
export async function listGroupMembers(
  { db }: Pick<UsersDeps, 'db'>,
  actor: Actor,
  id: string,
  { page, limit, search }: PageQuery,
) {
  await findVisibleGroup(db, actor, id);
  const window = { search, limit, offset: (page - 1) * limit };
  const visibleIds = selectVisibleUserIds(db, buildScopeCondition(actor));
  const { rows, total } = await listMembers(db, id, visibleIds, window);
  return { items: rows, page, limit, total };
}

/**
 * Adds and removes members, of users in the actor's scope only.
 * @throws AppError 404, out_of_scope
 */
export async function changeGroupMembers(
  { db, clock, audienceChanged }: Pick<UsersDeps, 'db' | 'clock' | 'audienceChanged'>,
  actor: Actor,
  id: string,
  change: { add: readonly string[]; remove: readonly string[] },
): Promise<UserGroup> {
  const { group, ended } = await db.transaction().execute(async (trx) => {
    const { name } = await lockManagedGroup(trx, actor, id);
    const visibleIds = selectVisibleUserIds(db, buildScopeCondition(actor));
    const changed = await changeMemberRows(trx, id, change, visibleIds);
    await writeMembersEntry({ trx, actor, now: clock.now() }, { id, name }, changed);
    return {
      // An administrator who removes the last member may no longer see the group, but still gets
      // the outcome.
      group: presentGroup(await findGroup(trx, actor, id)),
      ended: await audienceChanged(trx, changed.removed),
    };
  });
  ended.announce();
  return group;
}

/**
 * Adds users that the calling code has judged to a group, while the group is locked.
 * @returns the new members
 * @throws AppError 404, out_of_scope
 */
export async function addManyToGroup<Users>(
  trx: Trx,
  actor: Actor,
  id: string,
  judge: () => Promise<{ readonly users: Users; readonly ids: readonly string[] }>,
): Promise<{ readonly name: string; readonly users: Users; readonly addedIds: string[] }> {
  const { name } = await lockManagedGroup(trx, actor, id);
  const { users, ids } = await judge();
  return { name, users, addedIds: await addMemberRows(trx, id, ids) };
}

/** A transaction in which members of groups change. */
export interface MembershipStep {
  readonly trx: Trx;
  readonly actor: Actor;
  readonly now: Date;
}

/** Writes what changed in a group, with its users; of one user, it says who it was. */
export async function writeMembersEntry(
  { trx, actor, now }: MembershipStep,
  { id, name }: Pick<VisibleGroup, 'id' | 'name'>,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): Promise<void> {
  const ids = [...new Set([...added, ...removed])];
  const [only] = (await findUserNames(trx, ids.length === 1 ? ids : [])).values();
  const counts = { added: added.length, removed: removed.length };
  const entry = {
    action: 'user-group.change-members' as const,
    subject: { id, name },
    before: {},
    after: only ? { user: only.name, ...counts } : counts,
    ...(await readAuditActor(trx, actor)),
  };
  const about = ids.map((id) => ({ id, outcome: 'done' as const }));
  await writeAuditEntryAbout(trx, entry, about, now);
}

async function findGroup(within: DbOrTrx, actor: Actor, id: string) {
  const row = await findGroupById(within, id, buildScopeCondition(actor));
  const standings = await findGroupStandings(within, actor, [id]);
  const { isTouched, isWithin } = standings?.[0] ?? {
    isTouched: !standings,
    isWithin: !standings,
  };
  if (!row) throw groupNotFound();
  return { ...row, isTouched, isWithin };
}

/** @throws AppError 404, the same for groups that do not exist and that are out of scope */
export async function findVisibleGroup(
  within: DbOrTrx,
  actor: Actor,
  id: string,
): Promise<VisibleGroup> {
  const group = await findGroup(within, actor, id);
  if (!group.isTouched) throw groupNotFound();
  return group;
}

/**
 * Locks a group that the actor may change, one whose learners are all in scope, until the
 * transaction ends.
 * @throws AppError 404, out_of_scope
 */
export async function lockManagedGroup(trx: Trx, actor: Actor, id: string): Promise<VisibleGroup> {
  if (!(await lockGroup(trx, id))) throw groupNotFound();
  const group = await findVisibleGroup(trx, actor, id);
  if (!group.isWithin) throw outOfScope();
  return group;
}

/** Finds which groups the actor sees, and how to present them. */
async function findVisibleGroups(db: Db, actor: Actor) {
  const standings = await findGroupStandings(db, actor, null);
  const among = standings?.flatMap(({ id, isTouched }) => (isTouched ? [id] : [])) ?? null;
  const within = new Map(standings?.map(({ id, isWithin }) => [id, isWithin]));
  const present = (row: GroupRow) =>
    presentGroup({ ...row, isWithin: within.get(row.id) ?? !standings });
  return { among, present };
}

function presentGroup(group: VisibleGroup): UserGroup {
  const { id, name, memberCount, isWithin, lastLoginAt, created_at } = group;
  const createdAt = created_at.toISOString();
  const lastLogin = lastLoginAt?.toISOString() ?? null;
  return { id, name, memberCount, lastLoginAt: lastLogin, isWithinScope: isWithin, createdAt };
}
