import { expect, test } from 'vitest';
import { readView } from '../../../shared/table/view-address.ts';
import {
  buildIncidentsQuery,
  buildPlaybacksQuery,
  buildTerminationsQuery,
  hidesLow,
  incidentsView,
  playbacksView,
  readUser,
  terminationsView,
} from './security-view.ts';

const id = '8e4df3a4-1111-4a2b-8c3d-000000000001';

test('an address names incidents by the filters of the specification, in pages', () => {
  const view = readView(
    new URLSearchParams(
      'search=Asha&sort=user&f.type=drag&f.severity=high&f.severity=low&f.receivedAt=2026-02-01..2026-02-02&page=3&size=10',
    ),
    incidentsView,
  );
  expect(buildIncidentsQuery(view, { user: id })).toEqual({
    type: ['drag'],
    severity: ['low', 'high'],
    from: new Date(2026, 1, 1).toISOString(),
    to: new Date(2026, 1, 2, 23, 59, 59, 999).toISOString(),
    limit: 10,
    offset: 20,
    user: id,
    search: 'Asha',
    sortBy: 'user',
    sortOrder: 'asc',
  });
});

test('values that the calls do not accept, or no incident has, are left out', () => {
  const params = new URLSearchParams('f.type=x&f.severity=critical&f.state=odd');
  expect(buildIncidentsQuery(readView(params, incidentsView), {})).toEqual({
    limit: 25,
    offset: 0,
  });
  expect(buildTerminationsQuery(readView(params, terminationsView))).toEqual({
    page: 1,
    limit: 25,
  });
});

test.each([
  ['', true],
  ['?tab=incidents&f.type=drag', true],
  ['?low=1', false],
  ['?f.severity=low', false],
  [`?user=${id}`, false],
])('incidents of low severity at "%s" are hidden: %s', (search, hidden) => {
  const view = readView(new URLSearchParams(search), incidentsView);
  expect(hidesLow(view, search)).toBe(hidden);
  const { severity } = buildIncidentsQuery(view, { isSerious: hidden });
  expect(severity).toEqual(
    hidden ? ['medium', 'high'] : search.includes('severity') ? ['low'] : undefined,
  );
});

test('lists of terminations and playbacks are searched', () => {
  const params = new URLSearchParams('search=Asha&f.state=active');
  expect(buildTerminationsQuery(readView(params, terminationsView))).toEqual({
    page: 1,
    limit: 25,
    search: 'Asha',
    state: 'active',
  });
  expect(buildPlaybacksQuery(readView(params, playbacksView))).toEqual({
    page: 1,
    limit: 25,
    search: 'Asha',
  });
});

test('only an id is taken for a user', () => {
  expect(readUser(`?user=${id}`)).toBe(id);
  expect(readUser('?user=me')).toBeUndefined();
  expect(readUser('')).toBeUndefined();
});
