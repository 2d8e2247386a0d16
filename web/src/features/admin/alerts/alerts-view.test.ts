import { expect, test } from 'vitest';
import { readView, writeView } from '../../../shared/table/view-address.ts';
import {
  alertChoices,
  alertsView,
  buildAlertQuery,
  findChoice,
  isNarrowed,
  readOnlyAbout,
  viewChoice,
} from './alerts-view.ts';

const user = '8e4df3a4-1111-4a2b-8c3d-000000000001';
const queryOf = (search: string) =>
  buildAlertQuery(readView(new URLSearchParams(search), alertsView), readOnlyAbout(search));

const chosenAt = (search: string) => findChoice(queryOf(search));

test('an address that says nothing asks for the open ones of the last day, worst first', () => {
  expect(queryOf('')).toEqual({
    page: 1,
    limit: 50,
    timeRange: '24h',
    status: ['active'],
    sortBy: 'severity',
    sortOrder: 'desc',
  });
  expect(isNarrowed(queryOf('f.range=7d'))).toBe(false);
});

test('filters of an address are asked for, unknown ones are not', () => {
  const search =
    'f.severity=high&f.severity=critical&f.severity=awful&f.status=resolved&f.range=7d&sort=-count';
  expect(queryOf(search)).toEqual({
    page: 1,
    limit: 50,
    timeRange: '7d',
    severity: ['critical', 'high'],
    status: ['resolved'],
    sortBy: 'count',
    sortOrder: 'desc',
  });
  expect(isNarrowed(queryOf(search))).toBe(true);
});

test('all of them stand newest first', () => {
  const query = queryOf('f.status=any');
  expect(query).toMatchObject({ sortBy: 'lastSeenAt', sortOrder: 'desc' });
  expect(query).not.toHaveProperty('status');
});

test('a list can be kept to a user, a rule or an address, then of any status', () => {
  expect(queryOf(`user=${user}`)).toMatchObject({ user, sortBy: 'lastSeenAt' });
  expect(queryOf(`user=${user}`)).not.toHaveProperty('status');
  expect(isNarrowed(queryOf(`user=${user}`))).toBe(true);
  expect(queryOf(`rule=${user}&address=10.0.0.1`)).toMatchObject({
    rule: user,
    address: '10.0.0.1',
  });
  expect(readOnlyAbout(`user=me&address=${'1'.repeat(65)}`)).toEqual({});
});

test('each figure leads to what it counts, in the same range', () => {
  const view = readView(
    new URLSearchParams('f.range=7d&f.category=brute_force&sort=count&page=3'),
    alertsView,
  );
  for (const choice of alertChoices) {
    const address = writeView(new URLSearchParams(), viewChoice(view, choice), alertsView);
    expect(chosenAt(address.toString())).toBe(choice);
    expect(queryOf(address.toString())).toMatchObject({ timeRange: '7d', page: 1 });
  }
});

test.each([
  'f.category=brute_force',
  'f.severity=low',
  'f.severity=high&f.severity=critical',
  'f.severity=high&f.status=any',
  'f.status=resolved',
  `rule=${user}`,
])('no figure counts %s', (search) => {
  expect(chosenAt(search)).toBeUndefined();
});
