import { presentManagedUser } from '../accounts/user.presenter.ts';
import type { UsersDeps } from '../users.deps.ts';
import { type Actor, buildScopeCondition } from '../users.policy.ts';
import type { UserFilterQuery } from './user-filter.usecases.ts';
import { findUserRows } from './user-list.repository.ts';
import type { UserSortKey } from './user-order.repository.ts';

export interface UserListQuery extends UserFilterQuery {
  readonly page: number;
  readonly limit: number;
  readonly sortBy: UserSortKey;
  readonly sortOrder: 'asc' | 'desc';
}

/** Lists one page of the matching users the actor may see. */
export async function listUsers(
  deps: Pick<UsersDeps, 'db' | 'devices' | 'planUserFilter' | 'findUserPage'>,
  actor: Actor,
  query: UserListQuery,
) {
  const { page, limit, sortBy, sortOrder, ...asked } = query;
  const filter = await deps.planUserFilter(buildScopeCondition(actor), asked);
  const order = { by: sortBy, isAscending: sortOrder === 'asc' };
  const { total, ids } = await deps.findUserPage(filter, order, page, limit);
  const rows = await findUserRows(deps.db, filter, ids);
  const deviceIds = await deps.devices.of(rows.map((row) => row.id));
  const items = rows.map((row) => presentManagedUser(row, deviceIds.get(row.id) ?? null));
  return { items, page, limit, total };
}
