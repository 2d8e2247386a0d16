import { expect, it } from 'vitest';
import { selectGrantable, tidyScope } from './admin-rights.rules.ts';

it('lists each permission once, in a fixed order', () => {
  const given = ['videos.write', 'users.read', 'users.read'] as const;
  expect(selectGrantable(given)).toEqual(['users.read', 'videos.write']);
  expect(selectGrantable([])).toEqual([]);
});

it.each(['permissions.write', 'audit-log.read', 'system.configure'] as const)(
  'gives %s to no administrator',
  (permission) => {
    expect(selectGrantable(['users.read', permission])).toBeNull();
  },
);

it('tidies the places of a scope', () => {
  expect(tidyScope({ level: 'global' })).toEqual({ level: 'global' });
  const values = [' Pune', 'Pune ', 'Nashik'];
  expect(tidyScope({ level: 'district', values })).toEqual({
    level: 'district',
    values: ['Pune', 'Nashik'],
  });
});

it.each(['', '  ', 'a\u0000b', 'x'.repeat(101)])('refuses %j as a place', (value) => {
  expect(tidyScope({ level: 'country', values: ['India', value] })).toBeNull();
});
