import type { endpoints, QueryOf } from '@prahari/contract';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { type ListItems, listItems } from '../../../platform/export/export-list.ts';
import { listUsersAfter } from '../list/user-list.repository.ts';
import type { UsersDeps } from '../users.deps.ts';
import { type Actor, buildScopeCondition } from '../users.policy.ts';
import type { UserRow } from '../users.tables.ts';

/** Lists the next matching users the actor may see, for an export. */
export async function listUsersForExport(
  deps: Pick<UsersDeps, 'db' | 'planUserFilter'>,
  actor: Actor,
  query: QueryOf<typeof endpoints.users.exportAll>,
  part: ListPart,
): Promise<ListItems<UserRow>> {
  const { sortBy, sortOrder, ...asked } = query;
  const filter = await deps.planUserFilter(buildScopeCondition(actor), asked);
  const order = { by: sortBy, isAscending: sortOrder === 'asc' };
  return listItems(await listUsersAfter(deps.db, filter, order, part), (row) => row);
}
