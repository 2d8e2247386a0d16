import { endpoints, type ManagedUser, type Permission } from '@prahari/contract';
import { expect, test } from 'vitest';
import { listBulkActs, toSelection } from './bulk-acts.ts';

const user = (id: string, status: ManagedUser['status']): ManagedUser => ({
  id,
  name: 'Asha',
  contactNumber: '+919876543210',
  countryCode: '+91',
  userType: 'LEARNER',
  email: null,
  status,
  kendraType: null,
  country: null,
  district: null,
  loginCount: 0,
  deviceId: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  lastLoginAt: null,
});
const id = '8e4df3a4-1111-4a2b-8c3d-000000000001';
const some = (...users: readonly ManagedUser[]) => ({ kind: 'some', users }) as const;
const writer = (right: Permission) => right === 'users.write';

test('only acts that change somebody, and that the rights allow, are offered', () => {
  expect(listBulkActs(some(user(id, 'active')), writer)).toEqual([
    'addToGroup',
    'newCodes',
    'signOut',
    'block',
  ]);
  const mixed = some(user(id, 'active'), user(id, 'blocked'));
  expect(listBulkActs(mixed, () => true)).toEqual([
    'addToGroup',
    'newCodes',
    'signOut',
    'unblock',
    'block',
    'delete',
  ]);
  expect(listBulkActs(mixed, (right) => right === 'users.delete')).toEqual(['delete']);
});

test('a choice is sent as ids, or as the filters with how many were seen', () => {
  const body = { act: 'block' as const };
  const schema = endpoints.users.bulk.body;
  const ids = toSelection(some(user(id, 'active')));
  expect(schema.parse({ ...body, users: ids }).users).toEqual({ ids: [id] });
  const filters = { district: 'Pune', status: ['active'] as const, loginCount: '3' };
  const all = toSelection({
    kind: 'matching',
    filters: { ...filters, status: [...filters.status] },
    total: 233,
  });
  expect(schema.parse({ ...body, users: all }).users).toEqual({
    matching: { district: 'Pune', status: ['active'], loginCount: 3 },
    expected: 233,
  });
});
