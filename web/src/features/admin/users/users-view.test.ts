import { endpoints } from '@prahari/contract';
import { expect, test } from 'vitest';
import { readView } from '../../../shared/table/view-address.ts';
import { usersQuery, usersView } from './users-view.ts';

const queryFor = (address: string) => usersQuery(readView(new URLSearchParams(address), usersView));

test('a shared address becomes the call that shows its rows', () => {
  const address =
    'search=asha&sort=-lastLoginAt&f.status=blocked&f.userType=ADMIN&f.district=Pune&page=3&size=50';
  expect(queryFor(address)).toEqual({
    page: 3,
    limit: 50,
    search: 'asha',
    sortBy: 'lastLoginAt',
    sortOrder: 'desc',
    status: 'blocked',
    userType: 'ADMIN',
    district: 'Pune',
  });
});

test('without anything asked, the order is left to the server', () => {
  expect(queryFor('')).toEqual({ page: 1, limit: 25 });
});

test.each(['f.status=gone', 'f.userType=ROOT', 'sort=password', 'page=-1&size=3'])(
  'the call takes what comes of %s',
  (address) => {
    const query = queryFor(address);
    expect(endpoints.users.list.query.safeParse(query).success).toBe(true);
    expect(query).toEqual({ page: 1, limit: 25 });
  },
);
