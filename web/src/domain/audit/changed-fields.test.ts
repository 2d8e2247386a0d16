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

test('the settings of a licence service that older entries have as one text are fields of their own', () => {
  const cloud = {
    driver: 'widevine-cloud',
    licenceUrl: 'https://a.example/',
    provider: 'school',
    padding: 'pkcs7',
  };
  const before = { enabled: true, settings: JSON.stringify(cloud) };
  const after = { enabled: true, settings: JSON.stringify({ ...cloud, padding: 'zero' }) };
  expect(listChangedFields({ before, after })).toEqual([
    { field: 'padding', before: 'pkcs7', after: 'zero' },
  ]);
  const headers = [{ name: 'X-Api-Key', value: 'hidden' }];
  const custom = { driver: 'headers', licenceUrl: 'https://a.example/', headers };
  expect(
    listChangedFields({ before: {}, after: { settings: JSON.stringify(custom) } }).at(-1),
  ).toEqual({ field: 'headers', before: undefined, after: ['X-Api-Key'] });
  // What is no such text stays as it is.
  expect(listChangedFields({ before: {}, after: { settings: 'gone' } })).toHaveLength(1);
});
