import type { CallInput, endpoints } from '@prahari/contract';
import type { TableView } from '../../../shared/table/table-view.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';

const sortKeys = ['name', 'memberCount', 'lastLoginAt', 'createdAt'] as const;

/** The views of the groups; the server sorts and pages. */
export const groupsView: ViewDefinition = { filters: {}, sortKeys };

/** The call's query for a view; by name while no order was chosen. */
export function buildGroupsQuery({
  search,
  sort,
  page,
  pageSize: limit,
}: TableView): NonNullable<CallInput<typeof endpoints.groups.list>['query']> {
  const sortBy = sortKeys.find((key) => key === sort?.key);
  return {
    page,
    limit,
    ...(search === '' ? {} : { search }),
    ...(sort && sortBy ? { sortBy, sortOrder: sort.order } : {}),
  };
}
