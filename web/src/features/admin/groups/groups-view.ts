import type { TableView } from '../../../shared/table/table-view.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';

/** The server lists groups by name; there is no other order. */
export const groupsView: ViewDefinition = { filters: {}, sortKeys: [] };

/** The call's query for a view. */
export function buildGroupsQuery({ search, page, pageSize: limit }: TableView) {
  return { page, limit, ...(search === '' ? {} : { search }) };
}
