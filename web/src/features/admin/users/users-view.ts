import { type CallInput, type endpoints, userSortKeys, userTypes } from '@prahari/contract';
import { formatWholeAmount } from '../../../shared/table/amount.ts';
import { findDayBounds } from '../../../shared/table/day-bounds.ts';
import { findChosen } from '../../../shared/table/filter.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';
import type { MatchingFilters } from './bulk-acts.ts';

type ListQuery = NonNullable<CallInput<typeof endpoints.users.list>['query']>;

const STATUSES = ['invited', 'active', 'blocked'] as const;
/** The call takes no more digits. */
const MOST_LOGINS = 999_999_999;
const PLACES = ['kendraType', 'country', 'district'] as const;

/** The views of the users; the server filters, sorts and pages. */
export const usersView: ViewDefinition = {
  filters: {
    userType: 'multiselect',
    status: 'multiselect',
    lastLoginAt: 'daterange',
    createdAt: 'date',
    loginCount: 'number',
    kendraType: 'text',
    country: 'text',
    district: 'text',
  },
  sortKeys: userSortKeys,
};

/**
 * The call's query for a view. Values that the call does not accept, such as from an edited
 * address, are left out.
 */
export function buildUsersQuery(view: TableView): ListQuery {
  const { sort, page, pageSize } = view;
  const sortBy = userSortKeys.find((key) => key === sort?.key);
  return {
    page,
    limit: pageSize,
    ...(sort && sortBy ? { sortBy, sortOrder: sort.order } : {}),
    ...usersFilter(view),
  };
}

/** The users on all pages of a view, as calls about many users take them. */
export function buildMatchingFilters(view: TableView): MatchingFilters {
  return usersFilter(view);
}

/** The users that a view shows, on any page. */
function usersFilter({
  search,
  filters,
}: TableView): Omit<ListQuery, 'page' | 'limit' | 'sortBy' | 'sortOrder'> {
  const said = (key: string) => {
    const value = filters[key]?.value;
    return typeof value === 'string' ? value : undefined;
  };
  const places = PLACES.map((place) => [place, said(place)] as const);
  const status = findChosen(filters['status'], STATUSES);
  const userType = findChosen(filters['userType'], userTypes);
  const created = findDayBounds(filters['createdAt']);
  const lastLogin = findDayBounds(filters['lastLoginAt']);
  const loginCount = formatWholeAmount(filters['loginCount']?.value, MOST_LOGINS);
  return {
    ...(search === '' ? {} : { search }),
    ...(status ? { status } : {}),
    ...(userType ? { userType } : {}),
    ...(created.from ? { createdFrom: created.from } : {}),
    ...(created.to ? { createdTo: created.to } : {}),
    ...(lastLogin.from ? { lastLoginFrom: lastLogin.from } : {}),
    ...(lastLogin.to ? { lastLoginTo: lastLogin.to } : {}),
    ...(loginCount === null ? {} : { loginCount }),
    ...Object.fromEntries(places.filter(([, text]) => text !== undefined)),
  };
}
