import type { AdminScope, GroupActivation, Permission, UserType } from '@prahari/contract';
import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import { containing } from '../../../platform/db/containing.ts';
import { countRows } from '../../../platform/db/count-rows.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import {
  buildOrderSql,
  buildPlaceSql,
  type ListOrder,
  type ListPart,
  readRowsAfter,
  selectPage,
} from '../../../platform/db/list-order.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { matchesFilter } from '../list/user-filter.repository.ts';
import type { ScopeCondition } from '../users.policy.ts';

export type GroupRow = Selectable<Tables['user_groups']> & {
  readonly memberCount: number;
  readonly lastLoginAt: Date | null;
};
export interface MemberRow {
  readonly id: string;
  readonly name: string;
  readonly contactNumber: string;
}
/** A query of user ids, for use within another. */
export type UserIds = Expression<{ id: string }>;
/** How the members of a group relate to the scope of an administrator. */
export interface GroupStanding {
  readonly id: string;
  /** Every learner in it is in scope; true for its creator when it has no learners. */
  readonly isWithin: boolean;
  /** At least one learner is in scope; true for its creator when it has no learners. */
  readonly isTouched: boolean;
}
interface Page {
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** No password was chosen yet, or an administrator reset it. */
const isWaiting = sql<boolean>`(password_hash IS NULL AND status <> 'blocked')`;

export interface GroupFilter {
  readonly search?: string | undefined;
  /** Ids of those that the caller sees; null for all. */
  readonly among: readonly string[] | null;
}

export interface GroupOrder {
  readonly sortBy: 'name' | 'memberCount' | 'lastLoginAt' | 'createdAt';
  readonly isAscending: boolean;
}

const byName: ListOrder = {
  key: sql`lower(name)`,
  type: sql`text`,
  id: 'id',
  isAscending: true,
};

/** Tells of members in scope only: an administrator must not learn how many others there are. */
const ofMembersIn = <Value>(scope: ScopeCondition, what: RawBuilder<unknown>) =>
  sql<Value>`(SELECT ${what} FROM user_group_members AS member
    JOIN users ON users.id = member.user_id AND users.deleted_at IS NULL
    WHERE member.group_id = user_groups.id AND ${matchesFilter({ scope })})`;
const countMembersIn = (scope: ScopeCondition) => ofMembersIn<number>(scope, sql`count(*)::int`);
const findLastLoginIn = (scope: ScopeCondition) =>
  ofMembersIn<Date | null>(scope, sql`max(users.last_login_at)`);

const selectGroupColumns = (scope: ScopeCondition) => [
  countMembersIn(scope).as('memberCount'),
  findLastLoginIn(scope).as('lastLoginAt'),
];

function toListOrder({ sortBy, isAscending }: GroupOrder, scope: ScopeCondition): ListOrder {
  const keys: Record<GroupOrder['sortBy'], Pick<ListOrder, 'key' | 'type' | 'mayBeEmpty'>> = {
    name: byName,
    memberCount: { key: countMembersIn(scope), type: sql`integer` },
    lastLoginAt: { key: findLastLoginIn(scope), type: sql`timestamptz`, mayBeEmpty: true },
    createdAt: { key: sql`created_at`, type: sql`timestamptz` },
  };
  return { ...keys[sortBy], id: 'id', isAscending };
}

export async function insertGroup(
  trx: Trx,
  group: { id: string; name: string; createdBy: string | null; now: Date },
): Promise<void> {
  const { id, name, createdBy, now } = group;
  const values = { id, name, created_by: createdBy, created_at: now };
  await trx.insertInto('user_groups').values(values).execute();
}

/** Tells how these groups, or with null all groups, relate to a scope. */
export async function listGroupStandings(
  db: DbOrTrx,
  { scope, userId }: { readonly scope: ScopeCondition; readonly userId: string | null },
  ids: readonly string[] | null,
): Promise<GroupStanding[]> {
  const isAsked = ids ? sql`WHERE user_groups.id = ANY (${[...ids]}::uuid[])` : sql``;
  const isCreators = sql`coalesce(created_by = ${userId}::uuid, false)`;
  const { rows } = await sql<GroupStanding>`
    SELECT user_groups.id,
      coalesce(bool_and(member.is_seen), ${isCreators}) AS "isWithin",
      coalesce(bool_or(member.is_seen), ${isCreators}) AS "isTouched"
    FROM user_groups LEFT JOIN (
      SELECT group_id, ${matchesFilter({ scope })} AS is_seen
      FROM user_group_members JOIN users ON users.id = user_id
      WHERE deleted_at IS NULL AND user_type = 'LEARNER'
    ) AS member ON member.group_id = user_groups.id
    ${isAsked} GROUP BY user_groups.id`.execute(db);
  return rows;
}

export async function updateGroupName(trx: Trx, id: string, name: string): Promise<void> {
  await trx.updateTable('user_groups').set({ name }).where('id', '=', id).execute();
}

export async function listMemberIds(trx: Trx, id: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('user_group_members')
    .select('user_id')
    .where('group_id', '=', id)
    .execute();
  return rows.map((row) => row.user_id);
}

export async function deleteGroupRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('user_groups').where('id', '=', id).execute();
}

export async function findGroupById(
  db: DbOrTrx,
  id: string,
  scope: ScopeCondition,
): Promise<GroupRow | undefined> {
  return db
    .selectFrom('user_groups')
    .selectAll()
    .select(selectGroupColumns(scope))
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Locks a group until the transaction ends, so that each change sees what the one before it did.
 * @returns false when there is no such group
 */
export async function lockGroup(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('user_groups')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function isGroupNameTaken(
  db: DbOrTrx,
  name: string,
  exceptId: string | null,
): Promise<boolean> {
  const row = await db
    .selectFrom('user_groups')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
  return row !== undefined && row.id !== exceptId;
}

export async function listGroupPage(
  db: Db,
  filter: GroupFilter,
  scope: ScopeCondition,
  window: GroupOrder & { readonly limit: number; readonly offset: number },
) {
  const found = selectMatchingGroups(db, filter);
  const groups = found.selectAll().select(selectGroupColumns(scope));
  const rows = await selectPage(groups, toListOrder(window, scope), window).execute();
  return { rows, total: await countRows(db, found) };
}

/** Lists the groups after a position in the order of the list. */
export async function listGroupsAfter(
  db: Db,
  filter: GroupFilter,
  scope: ScopeCondition,
  { part, ...order }: GroupOrder & { readonly part: ListPart },
) {
  const listed = toListOrder(order, scope);
  return readRowsAfter(listed, part, (isWanted, limit) =>
    selectMatchingGroups(db, filter)
      .selectAll()
      .select(selectGroupColumns(scope))
      .select(buildPlaceSql(listed))
      .where(isWanted)
      .orderBy(buildOrderSql(listed))
      .limit(limit)
      .execute(),
  );
}

/**
 * Lists one page of the members by name.
 * @param visible selects the ids of users the caller may see
 */
export async function listMembers(db: Db, id: string, visible: UserIds, page: Page) {
  let found = db
    .selectFrom('user_group_members')
    .innerJoin('users', 'users.id', 'user_group_members.user_id')
    .where('group_id', '=', id)
    .where(sql<boolean>`users.id IN (${visible})`);
  if (page.search) found = found.where('name', 'ilike', containing(page.search));
  const rows: MemberRow[] = await found
    .select(['users.id', 'name', 'contact_number as contactNumber'])
    .orderBy(sql`lower(name)`)
    .orderBy('users.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total: await countRows(db, found) };
}

/** Lists one page of these groups that a user is in, by name. */
export async function listGroupsOfUser(
  db: Db,
  userId: string,
  among: GroupFilter['among'],
  window: { readonly limit: number; readonly offset: number },
) {
  const found = selectMatchingGroups(db, { among })
    .innerJoin('user_group_members as member', 'member.group_id', 'user_groups.id')
    .where('member.user_id', '=', userId);
  const named = found.select(['user_groups.id', 'name']);
  const rows = await selectPage(named, byName, window).execute();
  return { rows, total: await countRows(db, found) };
}

/** Adds and removes those of the users the caller may see. @returns ids of each */
export async function changeMemberRows(
  trx: Trx,
  id: string,
  change: { add: readonly string[]; remove: readonly string[] },
  visible: UserIds,
): Promise<{ added: string[]; removed: string[] }> {
  const removed = await sql<{ id: string }>`DELETE FROM user_group_members WHERE group_id = ${id}
    AND user_id = ANY (${[...change.remove]}::uuid[]) AND user_id IN (${visible})
    RETURNING user_id AS id`.execute(trx);
  const added = await sql<{ id: string }>`INSERT INTO user_group_members (group_id, user_id)
    SELECT ${id}, seen.id FROM (${visible}) AS seen WHERE seen.id = ANY (${[...change.add]}::uuid[])
    ON CONFLICT DO NOTHING RETURNING user_id AS id`.execute(trx);
  return { added: added.rows.map(({ id }) => id), removed: removed.rows.map(({ id }) => id) };
}

/** Adds users to a group. @returns ids of those who were no members */
export async function addMemberRows(
  trx: Trx,
  id: string,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`INSERT INTO user_group_members (group_id, user_id)
    SELECT ${id}::uuid, user_id FROM unnest(${[...userIds]}::uuid[]) AS new (user_id)
    ON CONFLICT DO NOTHING RETURNING user_id`.execute(trx);
  return rows.map((row) => row.user_id);
}

/** Removes a user from a group. @returns whether the user was a member */
export async function removeMemberRow(trx: Trx, id: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('user_group_members')
    .where('group_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Counts the members in scope who have yet to activate their account, and hold a code that works. */
export async function countWaitingMembers(
  db: Db,
  id: string,
  scope: ScopeCondition,
  now: Date,
): Promise<GroupActivation> {
  const { rows } = await sql<GroupActivation>`
    SELECT count(*)::int AS members,
      (count(*) FILTER (WHERE ${isWaiting}))::int AS waiting,
      (count(*) FILTER (WHERE ${isWaiting} AND code.expires_at > ${now}))::int AS "withValidCode"
    FROM user_group_members AS member
    JOIN users ON users.id = member.user_id AND users.deleted_at IS NULL
    LEFT JOIN activation_codes AS code ON code.user_id = users.id
    WHERE member.group_id = ${id} AND ${matchesFilter({ scope })}`.execute(db);
  return rows[0] ?? { members: 0, waiting: 0, withValidCode: 0 };
}

/**
 * Finds the members who have yet to activate their account, by name: all of them, or those without a
 * code that works.
 */
export async function findWaitingMembers(
  trx: Trx,
  id: string,
  { replace, now }: { readonly replace: boolean; readonly now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT users.id FROM user_group_members AS member
    JOIN users ON users.id = member.user_id AND users.deleted_at IS NULL
    LEFT JOIN activation_codes AS code ON code.user_id = users.id
    WHERE member.group_id = ${id} AND ${isWaiting}
      AND (${replace} OR code.expires_at IS NULL OR code.expires_at <= ${now})`.execute(trx);
  return rows.map((row) => row.id);
}

/** Finds the place of a user and the groups that the user is in, with one query. */
export async function findAudienceFacts(db: Db, userId: string) {
  const { rows } = await sql<{
    kendraType: string | null;
    country: string | null;
    district: string | null;
    groupIds: string[];
  }>`SELECT kendra_type AS "kendraType", country, district,
      ARRAY(SELECT group_id FROM user_group_members WHERE user_id = users.id) AS "groupIds"
    FROM users WHERE id = ${userId} AND deleted_at IS NULL`.execute(db);
  return rows[0] ?? null;
}

/**
 * Lists the same of many users, with the rights that are stored for them. Unknown users are
 * missing.
 */
export async function listViewerFacts(db: DbOrTrx, userIds: readonly string[]) {
  const { rows } = await sql<{
    userId: string;
    userType: UserType;
    permissions: Permission[] | null;
    adminScope: AdminScope | null;
    kendraType: string | null;
    country: string | null;
    district: string | null;
    groupIds: string[];
  }>`SELECT id AS "userId", user_type AS "userType", permissions, admin_scope AS "adminScope",
      kendra_type AS "kendraType", country, district,
      ARRAY(SELECT group_id FROM user_group_members WHERE user_id = users.id) AS "groupIds"
    FROM users WHERE id = ANY (${[...userIds]}::uuid[]) AND deleted_at IS NULL`.execute(db);
  return rows;
}

export async function findKnownGroups(
  db: DbOrTrx,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('user_groups').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

function selectMatchingGroups(db: Db, { search, among }: GroupFilter) {
  let found = db.selectFrom('user_groups');
  if (among) found = found.where(sql<boolean>`user_groups.id = ANY (${[...among]}::uuid[])`);
  return search ? found.where('name', 'ilike', containing(search)) : found;
}
