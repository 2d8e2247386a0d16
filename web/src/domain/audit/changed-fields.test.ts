import { expect, test } from 'vitest';
import { listChangedFields } from './changed-fields.ts';

test('names every field that changed once, with what it was and what it became', () => {
  expect(
    listChangedFields({
      before: { name: 'Asha', district: null },
      after: { name: 'Asha Verma', permissions: ['users.read'] },
    }),
  ).toEqual([
    { field: 'name', before: 'Asha', after: 'Asha Verma' },
    { field: 'district', before: null, after: undefined },
    { field: 'permissions', before: undefined, after: ['users.read'] },
  ]);
});

test('leaves out initially empty fields, and keeps emptied ones', () => {
  const after = { name: 'Asha', district: null, loginCount: 0, isDeleted: false, permissions: [] };
  expect(listChangedFields({ before: {}, after }).map(({ field }) => field)).toEqual(['name']);
  const zeroed = listChangedFields({ before: { loginCount: 3 }, after: { loginCount: 0 } });
  expect(zeroed).toEqual([{ field: 'loginCount', before: 3, after: 0 }]);
});

test('leaves out what only programs read', () => {
  const after = { endedSessions: 1, sessionId: '0199f3c0-0000-7000-8000-000000000001' };
  expect(listChangedFields({ before: {}, after }).map(({ field }) => field)).toEqual([
    'endedSessions',
  ]);
});
