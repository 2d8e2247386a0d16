import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

test('names every field that changed once, with what it was and what it became', () => {
  expect(
    changedFields({
      before: { name: 'Asha', district: null },
      after: { name: 'Asha Verma', permissions: ['users.read', 'users.write'] },
    }),
  ).toEqual([
    { field: 'name', before: 'Asha', after: 'Asha Verma' },
    { field: 'permissions', before: '', after: 'users.read, users.write' },
  ]);
});

test('a nested value is shown whole', () => {
  const [scope] = changedFields({ before: {}, after: { adminScope: { level: 'global' } } });
  expect(scope?.after).toBe('{"level":"global"}');
});
