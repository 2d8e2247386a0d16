import { expect, test } from 'vitest';
import { readView } from '../../../shared/table/view-address.ts';
import {
  alertsView,
  buildAlertQuery,
  isNarrowed,
  isOverview,
  readOnlyAbout,
} from './alerts-view.ts';

const user = '8e4df3a4-1111-4a2b-8c3d-000000000001';
const queryOf = (search: string) =>
  buildAlertQuery(readView(new URLSearchParams(search), alertsView), readOnlyAbout(search));

test('an address without filters asks for the first 50 of the last day', () => {
  expect(queryOf('')).toEqual({ page: 1, limit: 50, timeRange: '24h' });
  expect(isNarrowed(queryOf('f.range=7d'))).toBe(false);
});

test('filters of an address are asked for, unknown ones are not', () => {
  const search = 'f.severity=high&f.severity=critical&f.severity=awful&f.status=active&f.range=7d';
  expect(queryOf(search)).toEqual({
    page: 1,
    limit: 50,
    timeRange: '7d',
    severity: ['critical', 'high'],
    status: ['active'],
  });
  expect(isNarrowed(queryOf(search))).toBe(true);
});

test('a list can be kept to a user, a rule or an address', () => {
  expect(queryOf(`user=${user}`)).toMatchObject({ user });
  expect(queryOf(`rule=${user}&address=10.0.0.1`)).toMatchObject({
    rule: user,
    address: '10.0.0.1',
  });
  expect(readOnlyAbout(`user=me&address=${'1'.repeat(65)}`)).toEqual({});
});

test('the overview is enough while it holds all that is asked for', () => {
  expect(isOverview(queryOf(''), 49)).toBe(true);
  expect(isOverview(queryOf(''), 50)).toBe(false);
  expect(isOverview(queryOf('page=2'), 10)).toBe(false);
  expect(isOverview(queryOf('f.status=active'), 10)).toBe(false);
  expect(isOverview(queryOf('sort=count'), 10)).toBe(false);
});
