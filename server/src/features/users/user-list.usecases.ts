import type { UserType } from '@prahari/contract';
import type { Db } from '../../platform/db/database.ts';
import type { UsersPorts } from './ports.ts';
import { presentManagedUser } from './user.presenter.ts';
import type { UserFilter } from './user-filter.repository.ts';
import type { UserListRepository } from './user-list.repository.ts';
import { searchTerm } from './user-list.rules.ts';
import type { UserSortKey } from './user-order.repository.ts';
import { createUserPages } from './user-pages.usecases.ts';
import { type Actor, scopeCondition } from './users.policy.ts';
import type { UserRow } from './users.repository.ts';

export interface UserListQuery {
  readonly page: number;
  readonly limit: number;
  readonly search?: string | undefined;
  readonly sortBy: UserSortKey;
  readonly sortOrder: 'asc' | 'desc';
  readonly kendraType?: string | undefined;
  readonly country?: string | undefined;
  readonly district?: string | undefined;
  readonly status?: UserRow['status'] | undefined;
  readonly userType?: UserType | undefined;
}

export function createUserList(deps: {
  readonly db: Db;
  readonly list: UserListRepository;
  readonly devices: Pick<UsersPorts['devices'], 'of'>;
}) {
  const { db, list } = deps;
  const pageOf = createUserPages({ db, list });

  /** The users whom the actor sees, of those who match; deleted ones never. */
  return async function listUsers(actor: Actor, query: UserListQuery) {
    const { page, limit, sortBy, sortOrder, kendraType, country, district, status, userType } =
      query;
    const filter: UserFilter = {
      scope: scopeCondition(actor),
      search: searchTerm(query.search),
      kendraType,
      country,
      district,
      status,
      userType,
    };
    const order = { by: sortBy, isAscending: sortOrder === 'asc' };
    const { total, ids } = await pageOf(filter, order, page, limit);
    const rows = await list.rows(db, filter, ids);
    const devices = await deps.devices.of(rows.map((row) => row.id));
    const items = rows.map((row) => presentManagedUser(row, devices.get(row.id) ?? null));
    return { items, page, limit, total };
  };
}

export type ListUsers = ReturnType<typeof createUserList>;
