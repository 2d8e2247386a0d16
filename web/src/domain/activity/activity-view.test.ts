import { expect, test } from 'vitest';
import { groupByDay } from './activity-days.ts';
import {
  changeActivityView,
  formatActivityPath,
  listSeverities,
  readActivityView,
  readSubject,
} from './activity-view.ts';
import { anItem } from './testing/an-item.ts';

const user = '8e4df3a4-1111-4a2b-8c3d-000000000001';

test('an address names a user or a network address; anything else names no subject', () => {
  expect(readSubject(`?user=${user}`)).toEqual({ user });
  expect(readSubject('?address=2001:db8::1')).toEqual({ address: '2001:db8::1' });
  expect(readSubject('?user=me')).toBeNull();
  expect(readSubject(`?address=${'1'.repeat(65)}`)).toBeNull();
  expect(readSubject('')).toBeNull();
});

test('the view stands in the address beside what else it names', () => {
  const search = changeActivityView('?tab=activity', { least: 'medium', session: user });
  expect(search).toBe(`tab=activity&session=${user}&least=medium`);
  expect(readActivityView(search)).toEqual({ least: 'medium', session: user });
  expect(changeActivityView(search, { least: 'info', session: undefined })).toBe('tab=activity');
  expect(readActivityView('?least=odd&session=x')).toEqual({ least: 'info', session: undefined });
});

test('a severity comes with those above it', () => {
  expect(listSeverities('info')).toBeUndefined();
  expect(listSeverities('medium')).toEqual(['critical', 'high', 'medium']);
});

test('the path of an address keeps what it holds apart from other parameters', () => {
  expect(formatActivityPath({ address: '::1&user=x' })).toBe(
    '/admin/activity?address=%3A%3A1%26user%3Dx',
  );
});

test('items are grouped by the viewer’s days, in their order', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
  const items = [at(20, 23), at(20, 1), at(19, 23)].map((each) => anItem({ at: each }));
  expect(groupByDay(items).map((day) => day.items.length)).toEqual([2, 1]);
  expect(groupByDay([])).toEqual([]);
});
