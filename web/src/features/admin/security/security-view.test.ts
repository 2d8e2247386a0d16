import { expect, test } from 'vitest';
import { readView } from '../../../shared/table/view-address.ts';
import {
  buildIncidentsQuery,
  buildPlaybacksQuery,
  buildTerminationsQuery,
  incidentsView,
  listShownSeverities,
  playbacksView,
  readLayout,
  readUser,
  terminationsView,
  writeSeverities,
} from './security-view.ts';

const id = '8e4df3a4-1111-4a2b-8c3d-000000000001';

test('an address names incidents by the filters of the specification, in pages', () => {
  const address = `search=Asha&sort=user&f.type=drag&f.severity=high&f.severity=low&f.receivedAt=2026-02-01..2026-02-02&page=3&size=10&user=${id}`;
  const view = readView(new URLSearchParams(address), incidentsView);
  expect(buildIncidentsQuery(view, address)).toEqual({
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
  const address = 'f.type=x&f.severity=critical&f.state=odd&low=1';
  const params = new URLSearchParams(address);
  expect(buildIncidentsQuery(readView(params, incidentsView), address)).toEqual({
    limit: 25,
    offset: 0,
  });
  expect(buildTerminationsQuery(readView(params, terminationsView))).toEqual({
    page: 1,
    limit: 25,
  });
});

test.each([
  ['', ['medium', 'high']],
  ['?tab=incidents&f.type=drag', ['medium', 'high']],
  ['?low=1', ['low', 'medium', 'high']],
  ['?f.severity=low', ['low']],
  [`?user=${id}`, ['low', 'medium', 'high']],
  [`?user=${id}&f.severity=high&f.severity=medium`, ['medium', 'high']],
])('of incidents at "%s" these severities are shown: %s', (search, shown) => {
  expect(listShownSeverities(search)).toEqual(shown);
  const view = readView(new URLSearchParams(search), incidentsView);
  expect(buildIncidentsQuery(view, search).severity).toEqual(
    shown.length === 3 ? undefined : shown,
  );
});

test('a choice of severities begins at the first page and keeps the rest of the address', () => {
  const search = writeSeverities(`?view=single&low=1&page=3&user=${id}`, ['low', 'high']);
  expect(search).toBe(`view=single&user=${id}&f.severity=low&f.severity=high`);
  expect(listShownSeverities(search)).toEqual(['low', 'high']);
  expect(readLayout(search)).toBe('single');
  expect(listShownSeverities(writeSeverities(search, []))).toEqual(['low', 'medium', 'high']);
  expect(readLayout('?view=odd')).toBe('groups');
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
