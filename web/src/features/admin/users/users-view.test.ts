import { endpoints } from '@prahari/contract';
import { expect, test } from 'vitest';
import { readView } from '../../../shared/table/view-address.ts';
import { buildUsersQuery, usersView } from './users-view.ts';

const queryFor = (address: string) =>
  buildUsersQuery(readView(new URLSearchParams(address), usersView));

test('a shared address becomes the call that shows its rows', () => {
  const address =
    'search=asha&sort=-lastLoginAt&f.status=invited&f.status=blocked&f.userType=ADMIN&f.district=Pune&f.loginCount=0&page=3&size=50';
  expect(queryFor(address)).toEqual({
    page: 3,
    limit: 50,
    search: 'asha',
    sortBy: 'lastLoginAt',
    sortOrder: 'desc',
    status: ['invited', 'blocked'],
    userType: ['ADMIN'],
    loginCount: '0',
    district: 'Pune',
  });
});

test('days reach from their first to their last moment, in the zone of the viewer', () => {
  const query = queryFor('f.createdAt=2026-02-28&f.lastLoginAt=..2026-03-01');
  expect(query).toEqual({
    page: 1,
    limit: 25,
    createdFrom: new Date(2026, 1, 28).toISOString(),
    createdTo: new Date(2026, 1, 28, 23, 59, 59, 999).toISOString(),
    lastLoginTo: new Date(2026, 2, 1, 23, 59, 59, 999).toISOString(),
  });
  expect(endpoints.users.list.query.safeParse(query).success).toBe(true);
});

test('without anything asked, the order is left to the server', () => {
  expect(queryFor('')).toEqual({ page: 1, limit: 25 });
});

test.each([
  ...['f.status=gone', 'f.userType=ROOT', 'sort=password', 'page=-1&size=3'],
  ...['f.loginCount=-1', 'f.loginCount=1.5', 'f.loginCount=1e12', 'f.createdAt=2026-02-30'],
])('the call takes what comes of %s', (address) => {
  const query = queryFor(address);
  expect(endpoints.users.list.query.safeParse(query).success).toBe(true);
  expect(query).toEqual({ page: 1, limit: 25 });
});
