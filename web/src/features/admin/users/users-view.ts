import { type CallInput, type endpoints, userSortKeys, userTypes } from '@prahari/contract';
import type { TableView } from '../../../shared/table/table-view.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';

type ListQuery = NonNullable<CallInput<typeof endpoints.users.list>['query']>;

const STATUSES = ['invited', 'active', 'blocked'] as const;
const PLACES = ['kendraType', 'country', 'district'] as const;

/** Which views of the users there are; the server filters, sorts and pages. */
export const usersView: ViewDefinition = {
  filters: {
    userType: 'select',
    status: 'select',
    kendraType: 'text',
    country: 'text',
    district: 'text',
  },
  sortKeys: userSortKeys,
};

/** The call's query for a view. What the call does not know, as out of a hand-made address, is left out. */
export function usersQuery({ search, filters, sort, page, pageSize }: TableView): ListQuery {
  const said = (key: string) => {
    const value = filters[key]?.value;
    return typeof value === 'string' ? value : undefined;
  };
  const places = PLACES.map((place) => [place, said(place)] as const);
  const sortBy = userSortKeys.find((key) => key === sort?.key);
  const status = STATUSES.find((known) => known === said('status'));
  const userType = userTypes.find((known) => known === said('userType'));
  return {
    page,
    limit: pageSize,
    ...(search === '' ? {} : { search }),
    ...(sort && sortBy ? { sortBy, sortOrder: sort.order } : {}),
    ...(status ? { status } : {}),
    ...(userType ? { userType } : {}),
    ...Object.fromEntries(places.filter(([, text]) => text !== undefined)),
  };
}
