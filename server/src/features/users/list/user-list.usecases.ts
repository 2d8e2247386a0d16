import type { Db } from '../../../platform/db/database.ts';
import { presentManagedUser } from '../accounts/user.presenter.ts';
import type { UsersPorts } from '../ports.ts';
import { type Actor, scopeCondition } from '../users.policy.ts';
import type { AskedUsers, UserFilters } from './user-filter.usecases.ts';
import type { UserListRepository } from './user-list.repository.ts';
import type { UserSortKey } from './user-order.repository.ts';
import { createUserPages } from './user-pages.usecases.ts';

export interface UserListQuery extends AskedUsers {
  readonly page: number;
  readonly limit: number;
  readonly sortBy: UserSortKey;
  readonly sortOrder: 'asc' | 'desc';
}

export function createUserList(deps: {
  readonly db: Db;
  readonly list: UserListRepository;
  readonly filterOf: UserFilters;
  readonly devices: Pick<UsersPorts['devices'], 'of'>;
}) {
  const { db, list } = deps;
  const pageOf = createUserPages({ db, list });

  /** The users whom the actor sees, of those who match; deleted ones never. */
  return async function listUsers(actor: Actor, query: UserListQuery) {
    const { page, limit, sortBy, sortOrder, ...asked } = query;
    const filter = await deps.filterOf(scopeCondition(actor), asked);
    const order = { by: sortBy, isAscending: sortOrder === 'asc' };
    const { total, ids } = await pageOf(filter, order, page, limit);
    const rows = await list.rows(db, filter, ids);
    const devices = await deps.devices.of(rows.map((row) => row.id));
    const items = rows.map((row) => presentManagedUser(row, devices.get(row.id) ?? null));
    return { items, page, limit, total };
  };
}

export type ListUsers = ReturnType<typeof createUserList>;
