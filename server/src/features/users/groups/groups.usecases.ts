import type { AuditAction, UserGroup } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Facts } from '../../../platform/audit-log/changed-fields.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { Administer } from '../administer.usecases.ts';
import type { UsersPorts } from '../ports.ts';
import type { Actor } from '../users.policy.ts';
import { groupNotFound, groupTaken } from './groups.errors.ts';
import type { GroupRow, GroupsRepository, UserIds } from './groups.repository.ts';

export interface GroupsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly groups: GroupsRepository;
  readonly administer: Pick<Administer, 'audit'>;
  readonly audienceChanged: UsersPorts['audienceChanged'];
  /** Ids of whom the actor sees, for use within another query. */
  visibleIds(actor: Actor): UserIds;
}

interface PageQuery {
  readonly page: number;
  readonly limit: number;
  readonly search?: string | undefined;
}

/** Named groups of users. Groups are seen by all administrators, members only within their scope. */
export function createGroups(deps: GroupsDeps) {
  const { db, clock, groups } = deps;

  async function found(within: Db | Trx, id: string): Promise<GroupRow> {
    const row = await groups.findById(within, id);
    if (!row) throw groupNotFound();
    return row;
  }

  async function audit(
    trx: Trx,
    actor: Actor,
    group: { id: string; name: string },
    act: { action: AuditAction; before: Facts; after: Facts },
  ): Promise<void> {
    await deps.administer.audit(trx, actor, group, act, clock.now());
  }

  return {
    async list({ page, limit, search }: PageQuery) {
      const offset = (page - 1) * limit;
      const { rows, total } = await groups.page(db, { search, limit, offset });
      return { items: rows.map(present), page, limit, total };
    },

    /** @throws AppError group_taken */
    async create(actor: Actor, name: string): Promise<UserGroup> {
      const id = uuidv7();
      return db.transaction().execute(async (trx) => {
        if (await groups.isTaken(trx, name, null)) throw groupTaken();
        await groups.insert(trx, { id, name, now: clock.now() });
        const group = await found(trx, id);
        await audit(trx, actor, group, {
          action: 'user-group.create',
          before: {},
          after: { name },
        });
        return present(group);
      });
    },

    /** @throws AppError 404, group_taken */
    async rename(actor: Actor, id: string, name: string): Promise<UserGroup> {
      return db.transaction().execute(async (trx) => {
        const group = await found(trx, id);
        if (await groups.isTaken(trx, name, id)) throw groupTaken();
        await groups.rename(trx, id, name);
        const act = { before: { name: group.name }, after: { name } };
        await audit(trx, actor, group, { action: 'user-group.rename', ...act });
        return present({ ...group, name });
      });
    },

    /** @throws AppError 404 */
    async remove(actor: Actor, id: string): Promise<{ success: true }> {
      const ended = await db.transaction().execute(async (trx) => {
        const group = await found(trx, id);
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
      await found(db, id);
      const window = { search, limit, offset: (page - 1) * limit };
      const { rows, total } = await groups.members(db, id, deps.visibleIds(actor), window);
      return { items: rows, page, limit, total };
    },

    /** @throws AppError 404 */
    async changeMembers(
      actor: Actor,
      id: string,
      change: { add: readonly string[]; remove: readonly string[] },
    ): Promise<UserGroup> {
      const { group, ended } = await db.transaction().execute(async (trx) => {
        const before = await found(trx, id);
        const { added, removed } = await groups.changeMembers(
          trx,
          id,
          change,
          deps.visibleIds(actor),
        );
        const act = { before: {}, after: { added, removed } };
        await audit(trx, actor, before, { action: 'user-group.change-members', ...act });
        return {
          group: present(await found(trx, id)),
          ended: await deps.audienceChanged(trx, removed > 0 ? change.remove : []),
        };
      });
      ended.announce();
      return group;
    },
  };
}

export type Groups = ReturnType<typeof createGroups>;

function present({ id, name, memberCount, created_at }: GroupRow): UserGroup {
  return { id, name, memberCount, createdAt: created_at.toISOString() };
}
