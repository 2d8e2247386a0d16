import type { AuditAction, UserGroup } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Facts } from '../../../platform/audit-log/changed-fields.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { listItems } from '../../../platform/export/export-list.ts';
import type { Administer } from '../accounts/administer.usecases.ts';
import type { UsersPorts } from '../ports.ts';
import { outOfScope } from '../users.errors.ts';
import { type Actor, placesOf, scopeCondition } from '../users.policy.ts';
import { groupNotFound, groupTaken } from './groups.errors.ts';
import type { GroupRow, GroupStanding, GroupsRepository, UserIds } from './groups.repository.ts';

export interface GroupsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly groups: GroupsRepository;
  readonly administer: Pick<Administer, 'audit'>;
  readonly audienceChanged: UsersPorts['audienceChanged'];
  /** Selects ids of users whom the actor sees, for use within another query. */
  visibleIds(actor: Actor): UserIds;
}

interface PageQuery {
  readonly page: number;
  readonly limit: number;
  readonly search?: string | undefined;
}

type SeenGroup = GroupRow & Pick<GroupStanding, 'isWithin'>;

/**
 * Named groups of users. An administrator sees groups with a learner in scope, of these the members in
 * scope, and changes those whose learners all are.
 */
export function createGroups(deps: GroupsDeps) {
  const { db, clock, groups } = deps;

  /**
   * Tells how groups lie to the actor's scope; null for administrators without places in their
   * scope, who may see every group.
   */
  async function standings(
    within: DbOrTrx,
    actor: Actor,
    ids: readonly string[] | null,
  ): Promise<GroupStanding[] | null> {
    if (placesOf(actor) === null) return null;
    const { userId } = actor;
    return groups.standings(within, { scope: scopeCondition(actor), userId }, ids);
  }

  async function found(within: DbOrTrx, actor: Actor, id: string) {
    const row = await groups.findById(within, id, scopeCondition(actor));
    const known = await standings(within, actor, [id]);
    const { isTouched, isWithin } = known?.[0] ?? { isTouched: !known, isWithin: !known };
    if (!row) throw groupNotFound();
    return { ...row, isTouched, isWithin };
  }

  /** @throws AppError 404, alike for groups that do not exist and that are out of scope */
  async function seen(within: DbOrTrx, actor: Actor, id: string): Promise<SeenGroup> {
    const group = await found(within, actor, id);
    if (!group.isTouched) throw groupNotFound();
    return group;
  }

  /** Held against other changes until the transaction ends. @throws AppError 404, out_of_scope */
  async function locked(trx: Trx, actor: Actor, id: string): Promise<SeenGroup> {
    if (!(await groups.lock(trx, id))) throw groupNotFound();
    const group = await seen(trx, actor, id);
    if (!group.isWithin) throw outOfScope();
    return group;
  }

  async function audit(
    trx: Trx,
    actor: Actor,
    group: { id: string; name: string },
    act: { action: AuditAction; before: Facts; after: Facts },
  ): Promise<void> {
    await deps.administer.audit(trx, actor, group, act, clock.now());
  }

  /** Which groups the actor sees, and how they are shown. */
  async function seenBy(actor: Actor) {
    const known = await standings(db, actor, null);
    const among = known?.flatMap(({ id, isTouched }) => (isTouched ? [id] : [])) ?? null;
    const within = new Map(known?.map(({ id, isWithin }) => [id, isWithin]));
    const show = (row: GroupRow) => present({ ...row, isWithin: within.get(row.id) ?? !known });
    return { among, show };
  }

  return {
    standings,

    async list(actor: Actor, { page, limit, search }: PageQuery) {
      const { among, show } = await seenBy(actor);
      const window = { limit, offset: (page - 1) * limit };
      const { rows, total } = await groups.page(
        db,
        { search, among },
        scopeCondition(actor),
        window,
      );
      return { items: rows.map(show), page, limit, total };
    },

    async behind(actor: Actor, { search }: Pick<PageQuery, 'search'>, part: ListPart) {
      const { among, show } = await seenBy(actor);
      return listItems(
        await groups.behind(db, { search, among }, scopeCondition(actor), part),
        show,
      );
    },

    /** @throws AppError group_taken */
    async create(actor: Actor, name: string): Promise<UserGroup> {
      const id = uuidv7();
      return db.transaction().execute(async (trx) => {
        if (await groups.isTaken(trx, name, null)) throw groupTaken();
        await groups.insert(trx, { id, name, createdBy: actor.userId, now: clock.now() });
        const group = await seen(trx, actor, id);
        await audit(trx, actor, group, {
          action: 'user-group.create',
          before: {},
          after: { name },
        });
        return present(group);
      });
    },

    /** @throws AppError 404, out_of_scope, group_taken */
    async rename(actor: Actor, id: string, name: string): Promise<UserGroup> {
      return db.transaction().execute(async (trx) => {
        const group = await locked(trx, actor, id);
        if (await groups.isTaken(trx, name, id)) throw groupTaken();
        await groups.rename(trx, id, name);
        const act = { before: { name: group.name }, after: { name } };
        await audit(trx, actor, group, { action: 'user-group.rename', ...act });
        return present({ ...group, name });
      });
    },

    /** @throws AppError 404, out_of_scope */
    async remove(actor: Actor, id: string): Promise<{ success: true }> {
      const ended = await db.transaction().execute(async (trx) => {
        const group = await locked(trx, actor, id);
        const members = await groups.memberIds(trx, id);
        await groups.remove(trx, id);
        const { name, memberCount } = group;
        const before = { name, memberCount };
        await audit(trx, actor, group, { action: 'user-group.delete', before, after: {} });
        return deps.audienceChanged(trx, members);
      });
      ended.announce();
      return { success: true };
    },

    /** @throws AppError 404 */
    async members(actor: Actor, id: string, { page, limit, search }: PageQuery) {
      await seen(db, actor, id);
      const window = { search, limit, offset: (page - 1) * limit };
      const { rows, total } = await groups.members(db, id, deps.visibleIds(actor), window);
      return { items: rows, page, limit, total };
    },

    /** @throws AppError 404, out_of_scope */
    async changeMembers(
      actor: Actor,
      id: string,
      change: { add: readonly string[]; remove: readonly string[] },
    ): Promise<UserGroup> {
      const { group, ended } = await db.transaction().execute(async (trx) => {
        const before = await locked(trx, actor, id);
        const { added, removed } = await groups.changeMembers(
          trx,
          id,
          change,
          deps.visibleIds(actor),
        );
        const act = { before: {}, after: { added, removed } };
        await audit(trx, actor, before, { action: 'user-group.change-members', ...act });
        return {
          // An administrator who takes out the last member may not see the group any more, but is
          // told the outcome.
          group: present(await found(trx, actor, id)),
          ended: await deps.audienceChanged(trx, removed > 0 ? change.remove : []),
        };
      });
      ended.announce();
      return group;
    },
  };
}

export type Groups = ReturnType<typeof createGroups>;

function present({ id, name, memberCount, isWithin, created_at }: SeenGroup): UserGroup {
  const createdAt = created_at.toISOString();
  return { id, name, memberCount, isWithinScope: isWithin, createdAt };
}
