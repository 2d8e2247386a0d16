import type { endpoints, QueryOf } from '@prahari/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { type ListItems, listItems } from '../../../platform/export/export-list.ts';
import type { UserRow } from '../accounts/users.repository.ts';
import type { UserFilters } from '../list/user-filter.usecases.ts';
import type { UserListRepository } from '../list/user-list.repository.ts';
import { type Actor, scopeCondition } from '../users.policy.ts';

/** The next of the users whom the actor sees, of those who match. */
export function createUsersBehind(deps: {
  readonly db: Db;
  readonly list: Pick<UserListRepository, 'behind'>;
  readonly filterOf: UserFilters;
}) {
  return async function usersBehind(
    actor: Actor,
    query: QueryOf<typeof endpoints.users.exportAll>,
    part: ListPart,
  ): Promise<ListItems<UserRow>> {
    const { sortBy, sortOrder, ...asked } = query;
    const filter = await deps.filterOf(scopeCondition(actor), asked);
    const order = { by: sortBy, isAscending: sortOrder === 'asc' };
    return listItems(await deps.list.behind(deps.db, filter, order, part), (row) => row);
  };
}
